// String literals of code in any language, and the text between their placeholders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_STRING_LITERALS_HPP_
#define CODEWEAVER_RANK_STRING_LITERALS_HPP_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::rank::detail {

struct WordCount {
  std::size_t words = 0;    ///< words of two letters or more
  std::size_t letters = 0;  ///< letters of all words
};

constexpr bool is_letter(char c) noexcept {
  const auto kind = text::byte_class(c);
  return kind == text::ByteClass::kLower || kind == text::ByteClass::kUpper;
}

constexpr WordCount count_words(std::string_view text) noexcept {
  WordCount out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    out.letters += end - i;
    if (end - i > 1) ++out.words;
    i = std::max(end, i + 1);
  }
  return out;
}

/// Counts the words between spaces that consist of two or more letters, with or without punctuation
/// around them.
constexpr std::size_t count_plain_words(std::string_view text) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    std::string_view word = text.substr(i, end - i);
    while (!word.empty() && text::byte_class(word.front()) == text::ByteClass::kSeparator)
      word.remove_prefix(1);
    while (!word.empty() && text::byte_class(word.back()) == text::ByteClass::kSeparator)
      word.remove_suffix(1);
    if (word.size() > 1 && std::all_of(word.begin(), word.end(), is_letter)) ++count;
    i = end + 1;
  }
  return count;
}

/// Appends `text`. Each run of white space and of escapes for it becomes one space, and is removed
/// at the ends. Escaped quotes lose their backslash.
inline void append_collapsed(std::string_view text, std::string& out) {
  bool is_blank = false;
  const std::size_t begin = out.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      const char next = text[i + 1];
      if (next == 'n' || next == 't' || next == 'r' || next == '\n') {
        is_blank = true;
        ++i;
        continue;
      }
      if (next == '"' || next == '\'' || next == '`' || next == '\\') c = text[++i];
    }
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      is_blank = true;
      continue;
    }
    if (is_blank && out.size() > begin) out += ' ';
    is_blank = false;
    out += c;
  }
}

struct StringLiteral {
  std::size_t begin = 0, end = 0;  ///< position in the code, including the quotes
  std::string_view text;
};

/// Calls visit(StringLiteral) for each apparent string literal: quoted text on one line, or
/// backquoted text on several lines. An apostrophe after a letter does not open a literal, except
/// after a prefix letter (b'', r'').
template <class Visit>
void for_each_literal(std::string_view code, Visit&& visit) {
  constexpr std::size_t kMostBytes = 2000;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char quote = code[i];
    if (quote != '"' && quote != '\'' && quote != '`') continue;
    if (quote == '\'' && i > 0 && text::byte_class(code[i - 1]) != text::ByteClass::kSeparator) {
      std::size_t word = i;
      while (word > 0 && text::byte_class(code[word - 1]) != text::ByteClass::kSeparator) --word;
      if (i - word > 2 || !is_letter(code[word])) continue;
    }
    std::size_t end = i + 1;
    while (end < code.size() && code[end] != quote && end - i < kMostBytes &&
           (quote == '`' || code[end] != '\n'))
      end += code[end] == '\\' && end + 1 < code.size() ? 2 : 1;
    if (end >= code.size() || code[end] != quote) continue;
    visit(StringLiteral{i, end + 1, code.substr(i + 1, end - i - 1)});
    i = end;
  }
}

/// Returns true if two literals at [.., end) and [begin, ..) may belong to one message. They must
/// be at most 100 bytes and two line breaks apart, with only printing or concatenation between
/// them.
constexpr bool may_join(std::string_view code, std::size_t end, std::size_t begin) noexcept {
  constexpr std::size_t kMostBytes = 100;
  if (begin < end || begin - end > kMostBytes) return false;
  const auto between = code.substr(end, begin - end);
  return between.find_first_of(";{}=:") == std::string_view::npos &&
         std::count(between.begin(), between.end(), '\n') < 3;
}

/// Returns the end of the placeholder that begins at text[at]: %d, %-5.2f, %1$s, %(name)s, %@, %1
/// (Qt), ~p (Erlang), {}, {name:>3}, ${...}, #{...}, \(...), $name. Returns `at` if there is none.
constexpr std::size_t placeholder_end(std::string_view text, std::size_t at) noexcept {
  const auto bracket_end = [text](std::size_t open, char begin, char end) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      if (text[i] == begin) ++depth;
      if (text[i] == end && --depth == 0) return i + 1;
    }
    return open;
  };
  const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
  if (c == '{') {
    const auto end = bracket_end(at, '{', '}');
    return next == ' ' ? at : end;
  }
  if ((c == '$' || c == '#') && next == '{') {
    const auto end = bracket_end(at + 1, '{', '}');
    return end == at + 1 ? at : end;
  }
  if (c == '\\' && next == '(') {
    const auto end = bracket_end(at + 1, '(', ')');
    return end == at + 1 ? at : end;
  }
  if (c == '$' && is_letter(next)) {
    std::size_t end = at + 1;
    while (end < text.size() && text::byte_class(text[end]) != text::ByteClass::kSeparator) ++end;
    return end;
  }
  std::size_t end = at + 1;
  if (c == '~') {  // one letter, after an optional 't'
    if (next == 't' && at + 2 < text.size() && is_letter(text[at + 2])) ++end;
    const bool is_alone = end + 1 >= text.size() || !is_letter(text[end + 1]);
    const bool is_control = end < text.size() && std::string_view("pPsSwWabBn").find(text[end]) !=
                                                     std::string_view::npos;
    return is_alone && is_control ? end + 1 : at;
  }
  if (c != '%') return at;
  if (next == '@') return at + 2;
  if (next == '(' || next == '{' || next == '<') {
    const auto close = text.find_first_of(")}>", end);
    if (close == std::string_view::npos) return at;
    end = close + 1;
    if (next != '(') return end;
  }
  const auto is_one_of = [&](std::string_view set) {
    return end < text.size() && set.find(text[end]) != std::string_view::npos;
  };
  while (is_one_of("0123456789")) ++end;
  const std::size_t digits = end - at - 1;
  const bool is_numbered = is_one_of("$");
  if (is_numbered) ++end;
  while (is_one_of("-+#0123456789.*'")) ++end;
  if (end == text.size() || !is_letter(text[end]))
    return digits > 0 && digits < 3 && !is_numbered ? at + 1 + digits : at;
  const std::size_t conversion = end;
  while (is_one_of("hlLjz")) ++end;  // length modifier
  return end == conversion || is_one_of("diouxXcsfeEgGaAp") ? end + 1 : end;
}

/// Calls visit(std::string_view) for each text between the placeholders of a literal, in the form
/// in which it is printed: escapes are replaced, and white space is collapsed or, at the ends,
/// removed.
template <class Visit>
void for_each_piece(std::string_view literal, Visit&& visit) {
  std::string piece;
  std::size_t begin = 0;
  const auto give = [&](std::size_t end) {
    piece.clear();
    append_collapsed(literal.substr(begin, end - begin), piece);
    if (!piece.empty()) visit(std::string_view(piece));
  };
  for (std::size_t i = 0; i < literal.size();) {
    const std::size_t end = placeholder_end(literal, i);
    if (end == i) {
      i += literal[i] == '\\' || literal.substr(i).starts_with("%%") ? 2 : 1;
      continue;
    }
    give(i);
    begin = i = end;
  }
  give(literal.size());
}

}  // namespace codeweaver::inline v0_1::rank::detail

#endif  // CODEWEAVER_RANK_STRING_LITERALS_HPP_
