// Quotes in an answer, and whether its sources contain their words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"

namespace codeweaver::inline v0_1 {

/// A quoted text without quotation marks, and the numbers of its citations. Citations belong to all
/// quotes before them in the paragraph, back to the previous citations.
struct Quote {
  std::string text{};
  std::vector<std::size_t> citations{};
};

/// Finds text in quotation marks on one line, in backticks, and on lines of fenced code.
std::vector<Quote> quotes_of(std::string_view text);

/// The words of a question and of its passages (with the paths and names of the passages). Checks
/// whether they contain a quote. Thread safety: a value.
class QuotedWords {
 public:
  QuotedWords(std::string_view question, std::span<const Passage> passages);
  /// True if the question, or the text, path or symbol of one passage, contains the words of
  /// `quote` in sequence. Letter case and characters between words do not matter. The parts of a
  /// quote with an ellipsis are checked separately. Also true for a quote without words.
  bool hold(std::string_view quote) const;

 private:
  bool hold_part(std::string_view part) const;
  std::vector<std::string> texts_;  // words in lower case, each with a blank before and after
};

}  // namespace codeweaver::inline v0_1
