// The tokens of a query: words, texts, regular expressions, fields and operators.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/query.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::inline v0_1::query_detail {

/// A word, text, regular expression, field, operator or parenthesis.
struct Token {
  enum class Kind : std::uint8_t { kWord, kPart, kCase, kWhole, kAnd, kOr, kNot, kOpen, kClose };
  Kind kind = Kind::kWord;
  std::size_t at = 0;  ///< byte offset in the query
  std::string text{};  ///< as written
  QueryPart part{};    ///< for kPart
  bool is_negated = false;
  bool value = false;          ///< for kCase and kWhole
  bool is_like_field = false;  ///< for kWord: has the form name:value
};

inline constexpr std::array kFieldKinds{QueryPart::Kind::kFile,        QueryPart::Kind::kLanguage,
                                        QueryPart::Kind::kSymbol,      QueryPart::Kind::kReference,
                                        QueryPart::Kind::kReferenceOf, QueryPart::Kind::kKind};

inline Error wrong_query(std::size_t at, std::string what, std::string action) {
  return {ErrorCategory::kInvalidArgument, "QUERY_INVALID",
          "The query cannot be read at byte " + std::to_string(at + 1) + ": " + std::move(what),
          "reading a query", std::move(action)};
}

/// Splits a query into tokens.
class QueryLexer {
 public:
  explicit QueryLexer(std::string_view text) : text_(text) {}

  /// Whether a word of the text begins like a known field.
  bool has_field() const {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const bool begins = at == 0 || is_blank(text_[at - 1]) || text_[at - 1] == '(';
      if (begins && field_at(at + (text_[at] == '-' ? 1 : 0))) return true;
    }
    return false;
  }

  Result<std::vector<Token>> run() {
    std::vector<Token> out;
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (at_ == text_.size()) return out;
      auto token = next();
      if (!token) return token.error();
      out.push_back(std::move(*token));
    }
  }

 private:
  Result<Token> next() {
    Token token;
    token.at = at_;
    const char c = text_[at_];
    if (c == '(' || c == ')') {
      token.kind = c == '(' ? Token::Kind::kOpen : Token::Kind::kClose;
      token.text = c;
      ++at_;
      return token;
    }
    if (c == '-' && at_ + 1 < text_.size() && starts_part(at_ + 1)) {
      token.is_negated = true;
      ++at_;
    }
    if (text_[at_] == '"') return quoted_part(std::move(token));
    if (const auto end = end_of_regex(at_); end != 0) {
      token.kind = Token::Kind::kPart;
      token.part = {QueryPart::Kind::kRegex, std::string(text_.substr(at_ + 1, end - at_ - 1)), {}};
      at_ = end + 1;
      token.text = text_.substr(token.at, at_ - token.at);
      return token;
    }
    return word_or_field(std::move(token));
  }

  bool starts_part(std::size_t at) const {
    if (text_[at] == '"' || end_of_regex(at) != 0) return true;
    return field_at(at).has_value();
  }

  /// Returns the position of the closing slash of the regular expression at `at`, or 0 if there is
  /// no expression. The closing slash is not escaped, and a blank, a `)` or the end of the text
  /// follows it.
  std::size_t end_of_regex(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '/') return 0;
    for (std::size_t i = at + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '/' && i > at + 1 &&
                 (i + 1 == text_.size() || is_blank(text_[i + 1]) || text_[i + 1] == ')')) {
        return i;
      }
    }
    return 0;
  }

  std::optional<std::string> quoted_text() {
    std::string out;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        return out;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size() &&
          (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\'))
        ++at_;
      out += text_[at_];
    }
    return std::nullopt;
  }

  Result<Token> quoted_part(Token token) {
    auto text = quoted_text();
    if (!text) return wrong_query(token.at, "a quotation mark is not closed", "Close it with \"");
    if (text->empty())
      return wrong_query(token.at, "the exact text is empty", "Put a text into \"\"");
    token.kind = Token::Kind::kPart;
    token.part = {QueryPart::Kind::kText, std::move(*text), {}};
    token.text = text_.substr(token.at, at_ - token.at);
    return token;
  }

  /// A known field at a position; the length of its name.
  struct Field {
    std::size_t name_bytes = 0;
    std::optional<QueryPart::Kind> kind{};
    bool is_case = false;
  };
  std::optional<Field> field_at(std::size_t at) const {
    const auto rest = text_.substr(at);
    const auto is_named = [&](std::string_view name) {
      return rest.size() > name.size() && rest.starts_with(name) && rest[name.size()] == ':' &&
             !rest.substr(name.size()).starts_with("::");
    };
    for (const auto kind : kFieldKinds)
      if (is_named(field_name(kind))) return Field{field_name(kind).size(), kind, false};
    if (is_named("case")) return Field{4, {}, true};
    if (is_named("word")) return Field{4, {}, false};
    return std::nullopt;
  }

  /// Reads a word. It ends at a blank, or at a closing parenthesis that the word did not open.
  std::string word() {
    const std::size_t begin = at_;
    std::size_t open = 0;
    for (; at_ < text_.size() && !is_blank(text_[at_]); ++at_) {
      if (text_[at_] == '(') ++open;
      if (text_[at_] == ')' && open-- == 0) break;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  Result<Token> word_or_field(Token token) {
    if (const auto field = field_at(at_)) {
      at_ += field->name_bytes + 1;
      const bool is_quoted = at_ < text_.size() && text_[at_] == '"';
      auto value = is_quoted ? quoted_text() : word();
      if (!value)
        return wrong_query(token.at, "a quotation mark is not closed", "Close it with \"");
      token.text = text_.substr(token.at, at_ - token.at);
      if (value->empty())
        return wrong_query(token.at, "a value is missing after '" + token.text + "'",
                           "Put it after the colon, without a blank");
      if (field->kind) {
        token.kind = Token::Kind::kPart;
        token.part = {*field->kind, std::move(*value), {}};
        return token;
      }
      if (*value != "yes" && *value != "no")
        return wrong_query(token.at, "'" + *value + "' is neither yes nor no",
                           std::string("Write ") + (field->is_case ? "case" : "word") + ":yes");
      token.kind = field->is_case ? Token::Kind::kCase : Token::Kind::kWhole;
      token.value = *value == "yes";
      return token;
    }
    token.text = word();
    token.is_like_field = looks_like_field(token.text);
    const auto is = [&](std::string_view lower, std::string_view upper) {
      return token.text == lower || token.text == upper;
    };
    if (is("and", "AND")) token.kind = Token::Kind::kAnd;
    if (is("or", "OR")) token.kind = Token::Kind::kOr;
    if (is("not", "NOT")) token.kind = Token::Kind::kNot;
    return token;
  }

  /// name:value, but not a::b or http://.
  static bool looks_like_field(std::string_view word) {
    const auto colon = word.find(':');
    if (colon == std::string_view::npos || colon < 2 || colon + 1 == word.size()) return false;
    if (word[colon + 1] == ':' || word[colon + 1] == '/') return false;
    return word.substr(0, colon).find_first_not_of("abcdefghijklmnopqrstuvwxyz-") ==
           std::string_view::npos;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace codeweaver::inline v0_1::query_detail
