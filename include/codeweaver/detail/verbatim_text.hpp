// VerbatimText: finds a text in code, regardless of white space from formatting.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_VERBATIM_TEXT_HPP_
#define CODEWEAVER_RANK_VERBATIM_TEXT_HPP_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/detail/exact_match.hpp"

namespace codeweaver::inline v0_1::rank {

/// Finds a text in contents, whatever its white space. Thread safety: const members may be called
/// concurrently.
class VerbatimText {
 public:
  /// Minimum size of a text in bytes, without white space that a formatter may change; and minimum
  /// number of words of prose. Fewer words of prose are not specific enough: many comments may
  /// contain them.
  static constexpr std::size_t kLeastBytes = 8, kLeastWords = 6;

  explicit VerbatimText(std::string_view text) {
    while (!text.empty() && detail::is_blank(text.back())) text.remove_suffix(1);
    detail::squeeze(text, needle_);
    text::for_each_word(text, [this](std::string_view) { ++words_; });
    for (std::size_t i = 0; i < text.size(); ++i)
      has_marks_ = has_marks_ || !(detail::is_blank(text[i]) || detail::is_word_char(text[i]) ||
                                   is_mark_of_prose(text, i));
  }

  /// Returns true if the text is specific enough.
  bool can_match() const noexcept {
    return needle_.size() >= kLeastBytes && (has_marks_ ? words_ > 1 : words_ >= kLeastWords);
  }

  /// Returns the first position in `content` where the text does not begin or end inside a word;
  /// npos if there is none. Between two words, any run of white space matches; elsewhere white
  /// space is ignored.
  /// Cost: one pass.
  std::size_t find(std::string_view content) const noexcept {
    if (needle_.empty()) return std::string_view::npos;
    const bool has_word_front = detail::is_word_char(needle_.front());
    for (auto at = content.find(needle_.front()); at != std::string_view::npos;
         at = content.find(needle_.front(), at + 1)) {
      if (has_word_front && at > 0 && detail::is_word_char(content[at - 1])) continue;
      if (stands_at(content, at)) return at;
    }
    return std::string_view::npos;
  }

 private:
  /// Returns true for punctuation after a word of a sentence, and for an apostrophe or hyphen
  /// within a word.
  static bool is_mark_of_prose(std::string_view text, std::size_t at) noexcept {
    const bool is_last = at + 1 == text.size() || detail::is_blank(text[at + 1]);
    if (std::string_view(".,;:?!").find(text[at]) != std::string_view::npos) return is_last;
    return (text[at] == '\'' || text[at] == '-') && !is_last && at > 0 &&
           detail::is_word_char(text[at - 1]) && detail::is_word_char(text[at + 1]);
  }

  bool stands_at(std::string_view content, std::size_t at) const noexcept {
    for (std::size_t i = 0; i < needle_.size(); ++i) {
      const bool is_gap = needle_[i] == ' ';
      const bool may_skip =
          is_gap ||
          (i > 0 && !(detail::is_word_char(needle_[i]) && detail::is_word_char(needle_[i - 1])));
      if (is_gap && (at == content.size() || !detail::is_blank(content[at]))) return false;
      while (may_skip && at < content.size() && detail::is_blank(content[at])) ++at;
      if (is_gap) continue;
      if (at == content.size() || content[at] != needle_[i]) return false;
      ++at;
    }
    return at == content.size() || !detail::is_word_char(needle_.back()) ||
           !detail::is_word_char(content[at]);
  }

  std::string needle_;  // squeezed
  std::size_t words_ = 0;
  bool has_marks_ = false;
};

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_VERBATIM_TEXT_HPP_
