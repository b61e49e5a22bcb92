// Doubt: texts for an answer with a first match that is probably wrong.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_DOUBT_HPP_
#define CODEWEAVER_DOUBT_HPP_

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// First words of each text that reports a doubtful answer.
inline constexpr std::string_view kNothingMatchesWell = "Nothing matches well";

/// Number of matches that such a text lists, one per line.
inline constexpr std::size_t kNearestShown = 3;

/// Returns true if an answer has matches, and a confidence below kGoodConfidence.
inline bool is_doubtful(const FindCodeResponseSummary& answer) noexcept {
  return !answer.matches.empty() && answer.confidence && *answer.confidence < kGoodConfidence;
}

/// Returns "Nothing matches well (confidence 0.07)", in every locale. `confidence` is in [0, 1].
inline std::string doubt_text(double confidence) {
  const auto hundredths = static_cast<int>(confidence * 100 + 0.5);
  const auto cents = std::to_string(hundredths % 100);
  return std::string(kNothingMatchesWell) + " (confidence " + std::to_string(hundredths / 100) +
         (cents.size() < 2 ? ".0" : ".") + cents + ')';
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_DOUBT_HPP_
