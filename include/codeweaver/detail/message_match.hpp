// MessageMatcher: finds the code that produced a printed message.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_MESSAGE_MATCH_HPP_
#define CODEWEAVER_RANK_MESSAGE_MATCH_HPP_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/detail/string_literals.hpp"

namespace codeweaver::inline v0_1::rank {

/// The part of a message that a chunk contains.
struct MessageMatch {
  double share = 0;          ///< share of the message's words; 0: no match
  std::size_t position = 0;  ///< where the first literal begins in the chunk's text
};

/// Finds the string literals of a chunk that a program may have used to print a message. A literal
/// matches if all of its text except the placeholders occurs in the message, in the same order.
/// Literals that follow each other in one statement are compared together. A run of white space
/// counts as one space. The share of a match counts the words of the message; values (numbers,
/// paths, names with punctuation) are not counted.
/// Thread safety: const members may be called concurrently.
class MessageMatcher {
 public:
  /// Minimum number of words and letters of a match, and minimum share of the message's words.
  /// Smaller matches occur by chance. Two words are enough for a message of two words and a number.
  static constexpr std::size_t kLeastWords = 3, kLeastLetters = 12;
  static constexpr double kLeastShare = 0.5;

  explicit MessageMatcher(std::string_view message) {
    detail::append_collapsed(message, message_);
    words_ = detail::count_plain_words(message_);
    const bool has_number = message_.find_first_of("0123456789") != std::string::npos;
    least_words_ = words_ == 2 && has_number ? 2 : kLeastWords;
  }

  /// Returns true if the message has enough words to be found.
  bool can_match() const noexcept { return words_ >= least_words_; }

  /// Returns the match with the largest share. Cost: one pass over `content`, and one pass over the
  /// message for each literal.
  MessageMatch match(std::string_view content) const {
    MessageMatch best;
    if (!can_match()) return best;
    Chain chain;
    detail::for_each_literal(content, [&](const detail::StringLiteral& literal) {
      const bool goes_on = chain.end != 0 && detail::may_join(content, chain.end, literal.begin);
      Chain next = goes_on ? chain : Chain{};
      if (!extend(literal.text, next) && goes_on) {
        next = {};
        extend(literal.text, next);
      }
      if (next.count.words == 0) {
        if (!goes_on) chain = {};
        return;
      }
      if (next.begin == 0) next.begin = literal.begin;
      next.end = literal.end;
      chain = next;
      const double share = static_cast<double>(chain.count.words) / static_cast<double>(words_);
      const bool is_enough = chain.count.words >= least_words_ &&
                             chain.count.letters >= kLeastLetters && share >= kLeastShare;
      if (is_enough && share > best.share) best = {std::min(share, 1.0), chain.begin};
    });
    return best;
  }

 private:
  /// Literals of one statement that the message contains in sequence.
  struct Chain {
    std::size_t begin = 0, end = 0;  // in the content
    std::size_t at = 0;              // in the message, after the last match
    detail::WordCount count{};
  };

  /// Finds all pieces of a literal in the message, after the end of the chain. Returns false if a
  /// piece is missing.
  bool extend(std::string_view literal, Chain& chain) const {
    Chain out = chain;
    bool all = true;
    detail::for_each_piece(literal, [&](std::string_view piece) {
      const auto count = detail::count_words(piece);
      if (!all || count.letters == 0) return;
      const auto at = message_.find(piece, out.at);
      all = at != std::string::npos;
      if (!all) return;
      out.at = at + piece.size();
      out.count.words += count.words;
      out.count.letters += count.letters;
    });
    if (all) chain = out;
    return all;
  }

  std::string message_;
  std::size_t words_ = 0, least_words_ = kLeastWords;
};

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_MESSAGE_MATCH_HPP_
