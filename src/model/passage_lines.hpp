// Passage lines: the lines of passages, with the words of a question in each line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"

namespace codeweaver::model {

/// Terms of a question. Lines refer to them.
using QuestionWords = std::set<std::string, std::less<>>;
using HeldWords = std::set<std::string_view>;

/// A line of a passage.
struct PassageLine {
  std::size_t passage = 0;   ///< index of its passage
  std::uint32_t number = 0;  ///< in the file, from 1
  std::string_view text;
  HeldWords words;       ///< words of the question in the line
  HeldWords above;       ///< words in the headings above it, for documents
  bool is_body = false;  ///< neither blank nor a heading: can be an answer
};

/// The terms that an answer to the question should contain.
QuestionWords question_words(std::string_view question);

/// Words of the question in a text.
HeldWords words_in(std::string_view text, const QuestionWords& words);

/// All lines of the passages, in order. In documents, headings are recognised by the marks of their
/// language, as bold lines, and in plain text as short lines that stand alone. The symbol of a
/// passage counts as a heading above it. Cost: linear in the text.
std::vector<PassageLine> lines_of(std::span<const Passage> passages, const QuestionWords& words);

}  // namespace codeweaver::model
