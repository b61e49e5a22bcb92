// ExactMatcher: checks if a chunk contains a query word for word, as code, name or phrase.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_EXACT_MATCH_HPP_
#define CODEWEAVER_RANK_EXACT_MATCH_HPP_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/calibration.hpp"
#include "codeweaver/detail/phrase_run.hpp"
#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/detail/query_words.hpp"

namespace codeweaver::inline v0_1::rank {
namespace detail {

constexpr bool is_word_char(char c) noexcept {
  return text::byte_class(c) != text::ByteClass::kSeparator;
}
constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/// Removes white space that a formatter may change. Between two word characters, a run of white
/// space becomes one space; elsewhere it is removed. "if (a  ==\n b)" gives "if(a==b)".
inline void squeeze(std::string_view text, std::string& out) {
  out.clear();
  bool blank = false;
  for (const char c : text) {
    if (is_blank(c)) {
      blank = true;
      continue;
    }
    if (blank && !out.empty() && is_word_char(out.back()) && is_word_char(c)) out += ' ';
    blank = false;
    out += c;
  }
}

/// Returns the first position of `needle` in `text` that does not begin or end inside a word; npos
/// if there is none.
inline std::size_t find_bounded(std::string_view text, std::string_view needle) noexcept {
  if (needle.empty()) return std::string_view::npos;
  const bool word_front = is_word_char(needle.front()), word_back = is_word_char(needle.back());
  for (std::size_t at = text.find(needle); at != std::string_view::npos;
       at = text.find(needle, at + 1)) {
    const std::size_t end = at + needle.size();
    const bool cut_front = word_front && at > 0 && is_word_char(text[at - 1]);
    const bool cut_back = word_back && end < text.size() && is_word_char(text[end]);
    if (!cut_front && !cut_back) return at;
  }
  return std::string_view::npos;
}

/// Returns true if the text contains characters that are typical of code and rare in prose.
constexpr bool has_code_marks(std::string_view text) noexcept {
  return text.find_first_of("(){}[];=<>|@$\\") != std::string_view::npos;
}

/// Returns true if the text has several lines. Pasted text often has several; typed text has one.
constexpr bool has_several_lines(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text.find('\n') != std::string_view::npos;
}

}  // namespace detail

/// Compares one query with many chunks. Thread safety: const members may be called concurrently.
class ExactMatcher {
 public:
  /// The kind of a query.
  enum class Kind : unsigned char { kProse, kIdentifier, kSnippet };

  /// Determines the kind of `query`:
  /// - kIdentifier: one name from code, such as parse_config, a::b, obj.method, f() or a single
  ///   word
  /// - kSnippet: at least eight characters without white space, with code characters or several
  ///   lines
  /// - kProse: all other queries
  explicit ExactMatcher(std::string_view query) {
    detail::squeeze(query, squeezed_);
    text::for_each_word(query, [this](std::string_view) { ++run_count_; });
    const std::vector<text::QueryWord> words = text::query_words(query);
    if (words.empty()) return;
    const std::string_view name = trimmed(query);
    if (text::is_qualified_name(name)) {
      kind_ = Kind::kIdentifier;
      identifier_ = name;
      return;
    }
    if (squeezed_.size() >= 8 &&
        (detail::has_code_marks(query) || detail::has_several_lines(query)))
      kind_ = Kind::kSnippet;
    for (const text::QueryWord& word : words) {
      if (!phrase_.empty()) phrase_ += ' ';
      phrase_ += text::to_lower(word.text);
    }
    word_count_ = words.size();
    words_are_runs_ = run_count_ == word_count_;
  }

  Kind kind() const noexcept { return kind_; }

  /// Returns the strongest match of the query in a chunk. `symbol` is the qualified name that the
  /// chunk defines. Cost: one pass over `content`; allocates one buffer.
  ExactMatch match(std::string_view content, std::string_view symbol) const {
    if (squeezed_.empty()) return ExactMatch::kNone;
    switch (kind_) {
      case Kind::kIdentifier:
        return match_identifier(content, symbol);
      case Kind::kSnippet:
        if (const ExactMatch found = match_snippet(content); found != ExactMatch::kNone)
          return found;
        return match_phrase(content);
      case Kind::kProse:
        return match_phrase(content);
    }
    return ExactMatch::kNone;
  }
  /// Like the above, for callers that know `run`, the result of PhraseRun(query).longest(content).
  /// It rejects nearly all chunks without a match, and does not read their content.
  ExactMatch match(std::string_view content, std::string_view symbol, std::size_t run) const {
    const bool lacks_a_word = run < std::min(word_count_, PhraseRun::kMaxWords);
    if (kind_ != Kind::kIdentifier && lacks_a_word && words_are_runs_) return ExactMatch::kNone;
    return match(content, symbol);
  }

 private:
  static std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && detail::is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && detail::is_blank(text.back())) text.remove_suffix(1);
    return text.ends_with("()") ? text.substr(0, text.size() - 2) : text;
  }
  static std::string_view last_name(std::string_view name) noexcept {
    std::size_t begin = name.size();
    while (begin > 0 && detail::is_word_char(name[begin - 1])) --begin;
    return name.substr(begin);
  }

  ExactMatch match_identifier(std::string_view content, std::string_view symbol) const {
    // A.b means b of A, however the language joins the two.
    const std::string_view name = last_name(identifier_);
    if (last_name(symbol) == name && has_qualifiers(symbol)) return ExactMatch::kIdentifierSymbol;
    return detail::find_bounded(content, identifier_) != std::string_view::npos
               ? ExactMatch::kIdentifier
               : ExactMatch::kNone;
  }
  bool has_qualifiers(std::string_view symbol) const {
    bool all = true;
    text::for_each_word(identifier_, [&](std::string_view word) {
      all = all && detail::find_bounded(symbol, word) != std::string_view::npos;
    });
    return all;
  }

  ExactMatch match_snippet(std::string_view content) const {
    std::string text;
    text.reserve(content.size());
    detail::squeeze(content, text);
    if (text == squeezed_) return ExactMatch::kWhole;
    return detail::find_bounded(text, squeezed_) != std::string_view::npos ? ExactMatch::kSnippet
                                                                           : ExactMatch::kNone;
  }

  /// Finds two or more words of prose in this order. Only non-word characters may be between them.
  ExactMatch match_phrase(std::string_view content) const {
    if (word_count_ < 2) return ExactMatch::kNone;
    std::string text(content.size(), ' ');  // written by place: appending costs twice the time
    std::size_t size = 0;
    bool blank = false;
    for (const char c : content) {
      if (!detail::is_word_char(c)) {
        blank = true;
        continue;
      }
      if (blank && size > 0) ++size;
      blank = false;
      text[size++] = text::to_lower(c);
    }
    text.resize(size);
    return detail::find_bounded(text, phrase_) != std::string_view::npos ? ExactMatch::kPhrase
                                                                         : ExactMatch::kNone;
  }

  Kind kind_ = Kind::kProse;
  std::string squeezed_, identifier_, phrase_;
  std::size_t word_count_ = 0, run_count_ = 0;  // without words of underscores only; with them
  bool words_are_runs_ = false;
};

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_EXACT_MATCH_HPP_
