// Quotes of an answer, and whether what it rests on holds their words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"

namespace codeweaver::inline v0_1 {

/// What a text quotes, without its marks, and the numbers of the citations that follow it in the
/// same paragraph, before anything else is cited.
struct Quote {
  std::string text{};
  std::vector<std::size_t> citations{};
};

/// What stands in quotation marks on one line, in backticks, or on a line of fenced code.
std::vector<Quote> quotes_of(std::string_view text);

/// The words of a question and of passages, with their paths and names. Thread safety: a value.
class QuotedWords {
 public:
  QuotedWords(std::string_view question, std::span<const Passage> passages);
  /// Whether the words of `quote` stand side by side in one of them, whatever stands between words
  /// and however they are capitalised; the parts of a quote with an ellipsis each for itself. Also
  /// true of a quote without words.
  bool hold(std::string_view quote) const;

 private:
  bool hold_part(std::string_view part) const;
  std::vector<std::string> texts_;  // words in lower case, a blank before and after each
};

}  // namespace codeweaver::inline v0_1
