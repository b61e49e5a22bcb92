// Query: a combination of meaning, exact text, regular expressions and names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_QUERY_HPP_
#define CODEWEAVER_QUERY_HPP_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// A condition of a query. Each file meets it or not.
struct QueryPart {
  /// The kind of a condition. The last three use `parts`, all others use `text`.
  enum class Kind : std::uint8_t {
    kText,         ///< the file contains this text
    kRegex,        ///< a line of the file matches
    kFile,         ///< the path matches a gitignore(5) pattern
    kLanguage,     ///< the file is in this language
    kSymbol,       ///< the file defines this name
    kReference,    ///< the file calls or imports this name, or uses it as a type
    kReferenceOf,  ///< like kReference; the answer has only the lines with uses
    kKind,         ///< the file defines a symbol of this kind, such as class
    kAnd,
    kOr,
    kNot,  ///< has one part
  };
  Kind kind = Kind::kAnd;
  std::string text{};
  std::vector<QueryPart> parts{};

  friend bool operator==(const QueryPart&, const QueryPart&) = default;
};

/// Case sensitivity of exact parts. kAuto: only parts with an upper-case letter are case-sensitive.
enum class QueryCase : std::uint8_t { kAuto, kYes, kNo };

/// A parsed query. It selects the files that meet `exact`, and ranks them by `meaning`.
struct Query {
  std::string meaning{};             ///< words separated by one space; empty: no ranking by meaning
  std::optional<QueryPart> exact{};  ///< unset: all files match
  QueryCase letter_case = QueryCase::kAuto;
  bool is_word = false;  ///< exact text and expressions match only whole words

  friend bool operator==(const Query&, const Query&) = default;
};

/// Returns the name of a field, such as "lang"; empty if conditions of this kind have no field.
constexpr std::string_view field_name(QueryPart::Kind kind) noexcept {
  switch (kind) {
    case QueryPart::Kind::kFile:
      return "file";
    case QueryPart::Kind::kLanguage:
      return "lang";
    case QueryPart::Kind::kSymbol:
      return "sym";
    case QueryPart::Kind::kReference:
      return "ref";
    case QueryPart::Kind::kReferenceOf:
      return "ref-of";
    case QueryPart::Kind::kKind:
      return "kind";
    default:
      return {};
  }
}

namespace query_detail {

inline bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

inline std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

/// Returns a value as it is written after the colon of a field, in quotes if necessary.
inline std::string field_value(std::string_view text) {
  const bool needs_quotes = text.empty() || text.front() == '"' || text.front() == ':' ||
                            text.find_first_of(" \t\r\n()") != std::string_view::npos;
  return needs_quotes ? in_quotes(text) : std::string(text);
}

inline void print(const QueryPart& part, bool is_inner, std::string& out) {
  using Kind = QueryPart::Kind;
  switch (part.kind) {
    case Kind::kText:
      out += in_quotes(part.text);
      return;
    case Kind::kRegex:
      out.append("/").append(part.text).append("/");
      return;
    case Kind::kNot:
      out += "not ";
      print(part.parts.front(), true, out);
      return;
    case Kind::kAnd:
    case Kind::kOr: {
      if (is_inner) out += '(';
      for (std::size_t i = 0; i < part.parts.size(); ++i) {
        if (i > 0) out += part.kind == Kind::kOr ? " or " : " and ";
        print(part.parts[i], true, out);
      }
      if (is_inner) out += ')';
      return;
    }
    default:
      out.append(field_name(part.kind)).append(":").append(field_value(part.text));
  }
}

}  // namespace query_detail

/// Returns the query as text. If the query came from parse_query(), parsing the text again returns
/// the same query.
inline std::string to_string(const Query& query) {
  std::string out;
  if (query.exact) query_detail::print(*query.exact, !query.meaning.empty(), out);
  const auto add = [&](std::string_view text) {
    if (!out.empty()) out += ' ';
    out += text;
  };
  if (query.letter_case != QueryCase::kAuto)
    add(query.letter_case == QueryCase::kYes ? "case:yes" : "case:no");
  if (query.is_word) add("word:yes");
  if (!query.meaning.empty()) add(query.meaning);
  return out;
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_QUERY_HPP_
