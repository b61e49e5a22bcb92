// QueryKind: the form of a query: words, a name, code, or a stack trace.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_QUERY_KIND_HPP_
#define CODEWEAVER_TEXT_QUERY_KIND_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codeweaver/detail/stack_trace.hpp"
#include "codeweaver/detail/stop_words.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// The form of a query.
enum class QueryKind : std::uint8_t {
  kNatural,     ///< words
  kSymbol,      ///< a name in code, with no more other words than names: "callers of Buffer.flush"
  kSnippet,     ///< code, or a request that contains code
  kStackTrace,  ///< a stack trace or error output of a program
};
inline constexpr std::array<std::string_view, 4> kQueryKindNames = {"natural", "symbol", "snippet",
                                                                    "stack_trace"};
constexpr std::string_view to_string(QueryKind kind) noexcept {
  return kQueryKindNames[static_cast<std::size_t>(kind)];
}
/// Inverse of to_string(); nullopt for any other text.
constexpr std::optional<QueryKind> parse_query_kind(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kQueryKindNames.size(); ++i)
    if (kQueryKindNames[i] == name) return static_cast<QueryKind>(i);
  return std::nullopt;
}

namespace detail {

/// Whether the text has a number after a single colon, as in host:port and file:line. Names never
/// have.
constexpr bool has_port(std::string_view text) noexcept {
  for (std::size_t at = text.find(':'); at != text.npos; at = text.find(':', at + 1)) {
    const bool is_single = (at == 0 || text[at - 1] != ':') && text.substr(at + 1, 1) != ":";
    const std::string_view rest = text.substr(at + 1);
    const auto end = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const bool ends_there = end == rest.size() || byte_class(rest[end]) == ByteClass::kSeparator;
    if (is_single && end > 0 && ends_there) return true;
  }
  return false;
}

}  // namespace detail

/// Whether `text` consists of words joined by '.', '::', '->' or '#' without spaces. A single word
/// is a qualified name, too.
constexpr bool is_qualified_name(std::string_view text) noexcept {
  const auto is_word = [](char c) { return byte_class(c) != ByteClass::kSeparator; };
  return !text.empty() && is_word(text.front()) && is_word(text.back()) &&
         !detail::has_port(text) && std::all_of(text.begin(), text.end(), [&](char c) {
           return is_word(c) || std::string_view(".:->#").find(c) != std::string_view::npos;
         });
}

namespace detail {

/// Counts the signs of code in a text: 2 for a sign that prose does not have, 1 for a rare one.
constexpr std::size_t code_marks(std::string_view text) noexcept {
  const auto at = [text](std::size_t i) { return i < text.size() ? text[i] : '\n'; };
  const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  const auto is_word = [](char c) { return byte_class(c) != ByteClass::kSeparator; };
  std::size_t marks = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = at(i + 1), before = i == 0 ? '\n' : text[i - 1];
    if ((c == '{' || c == '}') && (is_blank(next) || is_blank(before)))
      marks += 2;
    else if (c == ';')
      marks += next == '\n' ? 2 : 1;
    else if (c == '=')
      marks += next == '=' || next == '>' || std::string_view("+-*!<:|&").find(before) != text.npos
                   ? 2
                   : 1;
    else if ((c == '&' || c == '|') && next == c)
      marks += 2;
    else if (c == '(' && is_word(before) && next != ')')
      marks += next == '"' ? 2 : 1;
    else if (c == '[' && (is_word(before) || next == ']'))
      marks += 1;
    else if ((c == '<' || c == '>' || c == '*') && before == ' ')
      marks += 1;
    else if (c == '$' && (is_word(next) || next == '{'))
      marks += 1;
    else if (c == '\n' && (next == ' ' || next == '\t'))
      marks += 2;  // an indented line
  }
  return marks;
}

/// Whether a word between spaces is a name in code: words joined by punctuation (a::b), a call
/// (f()), or at least two parts that begin with letters (addRef, add_ref; but not sha256).
constexpr bool is_code_name(std::string_view word) noexcept {
  const auto is_edge = [](char c) { return byte_class(c) == ByteClass::kSeparator; };
  const bool is_call = word.find("()") != word.npos;
  while (!word.empty() && is_edge(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_edge(word.back())) word.remove_suffix(1);
  if (word.empty() || has_port(word) || !std::all_of(word.begin(), word.end(), [](char c) {
        return byte_class(c) != ByteClass::kSeparator ||
               std::string_view(".:->#<>,/").find(c) != std::string_view::npos;
      }))
    return false;
  std::size_t parts = 0;
  for_each_part(word, [&parts](std::string_view part) {
    parts += byte_class(part[0]) == ByteClass::kDigit ? 0U : 1U;
  });
  return parts > 0 && (is_call || word.find("::") != word.npos || word.find("->") != word.npos ||
                       (parts > 1 && word.find_first_of(",/-") == word.npos));
}

/// Whether the query has at least as many names in code as plain content words.
constexpr bool is_about_names(std::string_view query) {
  std::size_t names = 0, words = 0;
  for (std::size_t i = 0; i < query.size();) {
    const std::size_t begin = query.find_first_not_of(" \t\r\n", i);
    if (begin == query.npos) break;
    i = std::min(query.find_first_of(" \t\r\n", begin), query.size());
    const std::string_view word = query.substr(begin, i - begin);
    if (is_code_name(word))
      ++names;
    else if (!is_stop_word(word))
      ++words;
  }
  return names > 0 && names >= words;
}

}  // namespace detail

/// Returns the form of a query. Cost: a few passes over the query.
inline QueryKind query_kind(std::string_view query) {
  if (read_stack_trace(query)) return QueryKind::kStackTrace;
  const auto first = query.find_first_not_of(" \t\r\n");
  if (first == query.npos) return QueryKind::kNatural;
  query = query.substr(first, query.find_last_not_of(" \t\r\n") - first + 1);
  if (is_qualified_name(query) || detail::is_about_names(query)) return QueryKind::kSymbol;
  return detail::code_marks(query) >= 2 ? QueryKind::kSnippet : QueryKind::kNatural;
}

/// Returns the natural-language part of a query. For a qualified name it is empty. For code it is
/// the first clause, up to a colon or line break, if that is not code: "why does this fail" in "why
/// does this fail: f(x);". For all other queries it is the whole query.
inline std::string_view spoken_part(std::string_view query) {
  const std::string_view name = detail::trim_blanks(query);
  if (name.find_first_of(".:#>") != name.npos && is_qualified_name(name)) return query.substr(0, 0);
  if (query_kind(query) != QueryKind::kSnippet) return query;
  const std::string_view clause = query.substr(0, query.find_first_of(":\n"));
  const bool is_code = clause.find_first_of("(){}[];=<>$") != clause.npos;
  return is_code || clause.size() == query.size() ? query.substr(0, 0) : clause;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_QUERY_KIND_HPP_
