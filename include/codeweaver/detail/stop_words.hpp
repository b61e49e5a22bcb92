// Stop words: words of a question without information about the code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_STOP_WORDS_HPP_
#define CODEWEAVER_TEXT_STOP_WORDS_HPP_

#include <algorithm>
#include <iterator>
#include <string_view>

namespace codeweaver::inline v0_1::text {

/// Sorted. Contains only function words and phrases of questions. Words that name things in code
/// (find, get, list, set, code, function) are not stop words.
inline constexpr std::string_view kStopWords[] = {
    "a",       "about",   "again",   "all",    "already", "also",   "am",      "an",    "and",
    "another", "any",     "are",     "as",     "at",      "be",     "because", "been",  "being",
    "both",    "but",     "by",      "can",    "cannot",  "could",  "did",     "do",    "does",
    "doing",   "don",     "done",    "either", "else",    "etc",    "for",     "from",  "given",
    "had",     "happen",  "happens", "has",    "have",    "having", "he",      "help",  "her",
    "here",    "hi",      "his",     "how",    "i",       "if",     "in",      "into",  "is",
    "it",      "its",     "just",    "like",   "may",     "me",     "might",   "must",  "my",
    "need",    "needs",   "no",      "nor",    "not",     "of",     "on",      "onto",  "or",
    "other",   "our",     "out",     "over",   "own",     "please", "put",     "shall", "she",
    "should",  "show",    "so",      "some",   "such",    "tell",   "than",    "that",  "the",
    "their",   "them",    "then",    "there",  "these",   "they",   "this",    "those", "to",
    "too",     "under",   "until",   "up",     "upon",    "us",     "use",     "used",  "uses",
    "using",   "very",    "via",     "want",   "was",     "we",     "were",    "what",  "when",
    "where",   "whether", "which",   "while",  "who",     "whose",  "why",     "will",  "with",
    "within",  "would",   "you",     "your"};

static_assert(std::is_sorted(std::begin(kStopWords), std::end(kStopWords)));

/// Whether a lower-case, unstemmed word is a stop word of queries.
constexpr bool is_stop_word(std::string_view word) noexcept {
  return std::binary_search(std::begin(kStopWords), std::end(kStopWords), word);
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_STOP_WORDS_HPP_
