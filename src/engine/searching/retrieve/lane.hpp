// Lane: ranks candidates that the query names or quotes before the learned order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

#include "codeweaver/detail/name_match.hpp"

namespace codeweaver::engine {

/// How the query refers to a candidate.
enum class LaneKind : std::uint8_t {
  kPlace,  ///< by file and line
  kFile,   ///< by file
  kName,   ///< by the name of a definition
  kText,   ///< by text that the query quotes
  kWord,   ///< by the only word of the query, which nothing defines
};

/// Scores of a candidate in the lane are between `least` and `most`, in the learned order.
struct Lane {
  LaneKind kind = LaneKind::kName;
  double least = 0, most = 0;
  std::uint32_t line = 0;                          ///< requested line of its content; 0: none
  text::NameMatch match = text::NameMatch::kNone;  ///< for kName
};

/// All scores of the lane are above the score of any candidate outside it. Order: places, verbatim
/// texts, then definitions by how similar their name is to the requested one, then occurrences of
/// it. A declaration or a constructor comes after the definition that it belongs to.
inline constexpr double kLaneWidth = 0.02, kPlaceStep = 0.005, kLeastVerbatim = 0.98,
                        kLeastExact = 0.98, kLeastStyle = 0.94, kLeastMessage = 0.94,
                        kLeastBegins = 0.92, kLeastHolds = 0.90, kLeastNear = 0.88,
                        kLeastParts = 0.86, kLeastWord = 0.84;

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
      return kLeastNear;
    case text::NameMatch::kParts:
    case text::NameMatch::kNone:
      break;
  }
  return kLeastParts;
}

}  // namespace codeweaver::engine
