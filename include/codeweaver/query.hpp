// Query: what is looked for: meaning, exact text, regular expressions and names, combined.
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

/// A part of a query that says of a file whether it is admitted.
struct QueryPart {
  /// What a part is. The first ones have a text, the last three have parts.
  enum class Kind : std::uint8_t {
    kText,         ///< the file holds this text
    kRegex,        ///< a line of it matches
    kFile,         ///< its path matches a pattern of gitignore(5)
    kLanguage,     ///< it is of this language
    kSymbol,       ///< it defines what is called so
    kReference,    ///< it calls, imports or names as a type what is called so
    kReferenceOf,  ///< the same as kReference; the lines of an answer are the uses alone
    kKind,         ///< it defines something of this kind, such as class
    kAnd,
    kOr,
    kNot,  ///< of one part
  };
  Kind kind = Kind::kAnd;
  std::string text{};
  std::vector<QueryPart> parts{};

  friend bool operator==(const QueryPart&, const QueryPart&) = default;
};

/// Whether upper and lower case count in exact parts. kAuto: in those with an upper-case letter.
enum class QueryCase : std::uint8_t { kAuto, kYes, kNo };

/// A query: the files that `exact` admits, in the order that `meaning` gives them.
struct Query {
  std::string meaning{};  ///< words, one blank between each; empty: no ranking by meaning
  std::optional<QueryPart> exact{};  ///< unset: every file is admitted
  QueryCase letter_case = QueryCase::kAuto;
  bool is_word = false;  ///< exact text and expressions match whole words alone

  friend bool operator==(const Query&, const Query&) = default;
};

/// The name of a field before its colon; empty: the kind is none.
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

/// A value as it stands behind a colon: in quotes where it would end early.
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

/// A query as text that parse_query() reads as the same query, if it came from there.
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
