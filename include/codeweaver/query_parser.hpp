// parse_query: parses the text of a query; errors give the position.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_QUERY_PARSER_HPP_
#define CODEWEAVER_QUERY_PARSER_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/query_tokens.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/query.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Maximum length of a query, in bytes. Longer ones fail with "QUERY_TOO_LONG".
inline constexpr std::size_t kMostQueryBytes = 32U << 10;

namespace query_detail {

inline Error query_too_long(std::size_t bytes) {
  return {ErrorCategory::kInvalidArgument, "QUERY_TOO_LONG",
          "The query has " + std::to_string(bytes) + " bytes; the limit is " +
              std::to_string(kMostQueryBytes),
          "reading a query", "Describe the code in a few words, or paste a shorter snippet."};
}

/// Builds a query from tokens. Precedence from low to high: or, and, not.
class QueryReader {
 public:
  explicit QueryReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Result<Query> run() {
    make_words();
    auto exact = alternatives(0);
    if (!exact) return exact.error();
    if (at_ < tokens_.size())
      return wrong_query(tokens_[at_].at, ") has no matching (", "Remove it, or add a (");
    query_.exact = std::move(*exact);
    return std::move(query_);
  }

 private:
  using Kind = Token::Kind;
  static constexpr std::size_t kMostDepth = 100;

  static bool is_operator(Kind kind) {
    return kind == Kind::kAnd || kind == Kind::kOr || kind == Kind::kNot;
  }

  /// Turns operators between two words into words, as in "uploads and downloads".
  void make_words() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      auto& token = tokens_[i];
      if (!is_operator(token.kind)) continue;
      std::size_t behind = i + 1;
      while (behind < tokens_.size() && is_operator(tokens_[behind].kind)) ++behind;
      const bool has_word_before = i > 0 && tokens_[i - 1].kind == Kind::kWord;
      const bool has_word_behind = behind == tokens_.size() || tokens_[behind].kind == Kind::kWord;
      if (has_word_before && has_word_behind) token.kind = Kind::kWord;
    }
  }

  const Token* peek() const { return at_ < tokens_.size() ? &tokens_[at_] : nullptr; }
  bool take_if(Kind kind) {
    if (peek() == nullptr || peek()->kind != kind) return false;
    ++at_;
    return true;
  }

  static QueryPart joined(QueryPart::Kind kind, std::vector<QueryPart> parts) {
    if (parts.size() == 1) return QueryPart(std::move(parts.front()));
    QueryPart out{kind, {}, {}};
    for (auto& part : parts) {  // (a and b) and c = a and b and c
      if (part.kind != kind) {
        out.parts.push_back(std::move(part));
        continue;
      }
      for (auto& inner : part.parts) out.parts.push_back(std::move(inner));
    }
    return out;
  }

  /// Returns nullopt if there are only words.
  Result<std::optional<QueryPart>> alternatives(std::size_t depth) {
    if (depth > kMostDepth)
      return wrong_query(tokens_[at_ - 1].at, "parentheses are nested too deeply", "Use fewer");
    const std::size_t words_before = words_;
    std::vector<QueryPart> parts;
    std::size_t count = 0;
    do {
      ++count;
      auto part = sequence(depth);
      if (!part) return part.error();
      if (*part)
        parts.push_back(std::move(**part));
      else if (peek() != nullptr && peek()->kind == Kind::kOr && words_ == words_before)
        return wrong_query(peek()->at, "'or' has nothing before it", "Quote the text: \"...\"");
    } while (take_if(Kind::kOr));
    const bool has_or = count > 1;
    if (words_ > words_before && (has_or || depth > 0))
      return wrong_query(last_word_,
                         "words that are not exact text cannot be in ( ) or next to 'or'",
                         "Quote them for exact text: \"" + tokens_[last_word_token_].text + "\"");
    if (parts.empty()) return std::optional<QueryPart>();
    return std::optional(joined(QueryPart::Kind::kOr, std::move(parts)));
  }

  Result<std::optional<QueryPart>> sequence(std::size_t depth) {
    std::vector<QueryPart> parts;
    for (const auto* token = peek(); token != nullptr; token = peek()) {
      if (token->kind == Kind::kOr || token->kind == Kind::kClose) break;
      if (token->kind == Kind::kAnd) {
        ++at_;
        continue;
      }
      auto part = single(depth);
      if (!part) return part.error();
      if (*part) parts.push_back(std::move(**part));
    }
    if (parts.empty()) return std::optional<QueryPart>();
    return std::optional(joined(QueryPart::Kind::kAnd, std::move(parts)));
  }

  Result<std::optional<QueryPart>> single(std::size_t depth) {
    const Token& token = tokens_[at_++];
    switch (token.kind) {
      case Kind::kWord:
        if (token.is_like_field)
          return wrong_query(
              token.at, "there is no field '" + token.text.substr(0, token.text.find(':')) + "'",
              "Fields are file, lang, sym, ref, ref-of, kind, case and word; to find this text "
              "itself, quote it: \"" +
                  token.text + "\"");
        add_word(token);
        return std::optional<QueryPart>();
      case Kind::kCase:
        query_.letter_case = token.value ? QueryCase::kYes : QueryCase::kNo;
        return std::optional<QueryPart>();
      case Kind::kWhole:
        query_.is_word = token.value;
        return std::optional<QueryPart>();
      case Kind::kPart:
        return std::optional(token.is_negated ? negated(token.part) : token.part);
      case Kind::kNot: {
        const std::size_t words_before = words_;
        bool is_negated = true;
        for (; take_if(Kind::kNot); is_negated = !is_negated) {
        }
        if (peek() == nullptr)
          return wrong_query(tokens_.back().at, "'not' has nothing after it",
                             "To find the word itself, quote it");
        auto part = single(depth);
        if (!part) return part.error();
        if (!*part || words_ > words_before)
          return wrong_query(token.at, "'not' needs exact text, an expression or a field",
                             "Quote the text to exclude: \"...\"");
        return is_negated ? std::optional(negated(std::move(**part))) : std::move(*part);
      }
      default:
        break;
    }
    auto inner = alternatives(depth + 1);
    if (!inner) return inner.error();
    if (!take_if(Kind::kClose)) return wrong_query(token.at, "( is not closed", "Close it with )");
    if (!*inner) return wrong_query(token.at, "( ) is empty", "Remove it");
    return inner;
  }

  static QueryPart negated(QueryPart part) {
    if (part.kind == QueryPart::Kind::kNot) return QueryPart(std::move(part.parts.front()));
    QueryPart out{QueryPart::Kind::kNot, {}, {}};
    out.parts.push_back(std::move(part));
    return out;
  }

  void add_word(const Token& token) {
    ++words_;
    last_word_ = token.at;
    last_word_token_ = at_ - 1;
    if (!query_.meaning.empty()) query_.meaning += ' ';
    query_.meaning += token.text;
  }

  std::vector<Token> tokens_;
  Query query_;
  std::size_t at_ = 0, words_ = 0, last_word_ = 0, last_word_token_ = 0;
};

}  // namespace query_detail

/// Returns true if a search text is a query with operators. Such a text begins with quoted exact
/// text (optionally after `not`), or contains a known field or an expression between slashes. Plain
/// words, snippets and messages are not queries, nor are texts of several lines or above
/// kMostQueryBytes.
inline bool is_query(std::string_view text) {
  if (text.size() > kMostQueryBytes || text.find('\n') != std::string_view::npos) return false;
  using Kind = query_detail::Token::Kind;
  const auto tokens = query_detail::QueryLexer(text).run();
  if (!tokens) return query_detail::QueryLexer(text).has_field();
  for (std::size_t i = 0; i < tokens->size(); ++i) {
    const auto& token = (*tokens)[i];
    if (token.kind == Kind::kCase || token.kind == Kind::kWhole) return true;
    if (token.kind != Kind::kPart) continue;
    if (token.part.kind != QueryPart::Kind::kText) return true;
    std::size_t first = 0;
    while ((*tokens)[first].kind == Kind::kNot || (*tokens)[first].kind == Kind::kOpen) ++first;
    const bool is_first = i == first || (*tokens)[i - 1].kind == Kind::kOpen;
    if (is_first && tokens->front().kind != Kind::kWord) return true;
  }
  return false;
}

/// Parses a query as described in docs/guide/query.md. If it has no exact text, expression or
/// field, all words become Query::meaning, including `and`, `or` and `not`. Errors:
/// kInvalidArgument "QUERY_INVALID" (with the position and a correction), "QUERY_TOO_LONG" (over
/// kMostQueryBytes).
inline Result<Query> parse_query(std::string_view text) {
  using Kind = query_detail::Token::Kind;
  if (text.size() > kMostQueryBytes) return query_detail::query_too_long(text.size());
  auto tokens = query_detail::QueryLexer(text).run();
  if (!tokens) return tokens.error();
  bool has_exact = false;
  for (const auto& token : *tokens)
    has_exact = has_exact || token.kind == Kind::kPart || token.kind == Kind::kCase ||
                token.kind == Kind::kWhole;
  if (has_exact) return query_detail::QueryReader(std::move(*tokens)).run();
  Query query;
  for (const auto& token : *tokens) {
    if (!query.meaning.empty()) query.meaning += ' ';
    query.meaning += token.text;
  }
  return query;
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_QUERY_PARSER_HPP_
