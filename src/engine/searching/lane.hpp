// Lane: where a candidate stands that the query says word for word, ahead of the learned order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

#include "codeweaver/text/name_match.hpp"

namespace codeweaver::engine {

/// How the query says what it is.
enum class LaneKind : std::uint8_t {
  kPlace,  ///< by file and line
  kFile,   ///< by file
  kName,   ///< by the name of a definition
  kText,   ///< by a text that stands in it
};

/// Scores of a candidate in the lane lie between `least` and `most`, in the learned order.
struct Lane {
  LaneKind kind = LaneKind::kName;
  double least = 0, most = 0;
  std::uint32_t line = 0;                          ///< of its content that is asked for; 0: none
  text::NameMatch match = text::NameMatch::kNone;  ///< of kName
};

/// Above what any candidate outside the lane reaches: places, texts as they were typed, then
/// definitions by how much their name is like the one asked for; a declaration or a constructor
/// comes after what it is of.
inline constexpr double kLaneWidth = 0.02, kPlaceStep = 0.005, kLeastVerbatim = 0.98,
                        kLeastExact = 0.98, kLeastStyle = 0.94, kLeastMessage = 0.94,
                        kLeastBegins = 0.92, kLeastHolds = 0.90, kLeastNear = 0.88;

constexpr double least_of(text::NameMatch match) noexcept {
  switch (match) {
    case text::NameMatch::kExact:
      return kLeastExact;
    case text::NameMatch::kStyle:
      return kLeastStyle;
    case text::NameMatch::kBegins:
      return kLeastBegins;
    case text::NameMatch::kHolds:
      return kLeastHolds;
    case text::NameMatch::kNear:
    case text::NameMatch::kNone:
      break;
  }
  return kLeastNear;
}

}  // namespace codeweaver::engine
