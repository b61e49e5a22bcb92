// MessageMatcher: finds the text of code that a program filled in and printed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_MESSAGE_MATCH_HPP_
#define CODEWEAVER_RANK_MESSAGE_MATCH_HPP_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/rank/string_literals.hpp"

namespace codeweaver::inline v0_1::rank {

/// How much of a message a chunk says.
struct MessageMatch {
  double share = 0;          ///< of the message's words; 0: too little to tell
  std::size_t position = 0;  ///< of the chunk's text, where it begins
};

/// Compares a pasted message with the string literals of chunks: what stands in a literal between
/// its placeholders stands in the message, in that order, with values between. Literals that
/// follow each other in one statement count together. White space counts as one blank. Values
/// (numbers, paths, names with marks) are no words of the message.
/// Thread safety: const members may be called concurrently.
class MessageMatcher {
 public:
  /// Fewer words of a message occur by chance, as do literals that are less of it.
  static constexpr std::size_t kLeastWords = 3, kLeastLetters = 12;
  static constexpr double kLeastShare = 0.5;

  explicit MessageMatcher(std::string_view message) {
    detail::append_collapsed(message, message_);
    words_ = detail::count_plain_words(message_);
  }

  /// Whether a message has words enough to be told from others.
  bool can_match() const noexcept { return words_ >= kLeastWords; }

  /// Cost: one pass over `content`, and for each literal one over the message.
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
      const bool is_enough = chain.count.words >= kLeastWords &&
                             chain.count.letters >= kLeastLetters && share >= kLeastShare;
      if (is_enough && share > best.share) best = {std::min(share, 1.0), chain.begin};
    });
    return best;
  }

 private:
  /// Literals of one statement that the message says one after another.
  struct Chain {
    std::size_t begin = 0, end = 0;  // of the content
    std::size_t at = 0;              // of the message, behind what was found
    detail::WordCount count{};
  };

  /// Finds all pieces of a literal in the message behind what the chain has; false: one is not
  /// there.
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
  std::size_t words_ = 0;
};

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_MESSAGE_MATCH_HPP_
