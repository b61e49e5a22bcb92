// Highlighter: one pass over a line, with the markers and keywords of its language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/highlight.hpp"

#include <algorithm>
#include <cctype>

namespace codeweaver::cli {

/// Lists are words with spaces between them and at both ends.
struct LanguageTokens {
  std::string_view languages, keywords;
  std::string_view line_comment, other_line_comment;
  std::string_view comment_begin, comment_end;
  std::string_view quotes;       ///< quotes of a string on one line
  std::string_view long_quotes;  ///< quotes of a string on several lines, such as `"""`
};

namespace {

constexpr LanguageTokens kLanguages[] = {
    {" c cpp objc csharp java kotlin scala dart swift groovy solidity glsl proto thrift d ",
     " abstract as async auto await base bool boolean break byte case catch char class co_await "
     "co_return co_yield concept const constexpr continue default delete do double else enum event "
     "explicit export extends extern false final finally float for foreach friend fun func if "
     "implements import in init inline int interface internal is let long message mutable "
     "namespace "
     "new noexcept nil null nullptr object operator override package private protected public "
     "readonly record requires return sealed short signed sizeof static struct super switch "
     "template this throw throws trait true try type typedef typename union unsigned using val var "
     "virtual void volatile when where while yield ",
     "//", "", "/*", "*/", "\"'", ""},
    {" javascript typescript tsx vue svelte astro ",
     " abstract as async await break case catch class const continue debugger declare default "
     "delete do else enum export extends false finally for from function get if implements import "
     "in instanceof interface keyof let namespace new null of private protected public readonly "
     "return set static super switch this throw true try type typeof undefined var void while "
     "yield ",
     "//", "", "/*", "*/", "\"'", "`"},
    {" go rust zig v gleam ",
     " as async await break case chan comptime const continue crate default defer dyn else enum "
     "errdefer extern fallthrough false fn for func go goto if impl import in interface let loop "
     "map match mod move mut nil package pub range ref return select self Self static struct super "
     "switch test trait true try type undefined unsafe use var where while ",
     "//", "", "/*", "*/", "\"", ""},
    {" python starlark cython gdscript ",
     " and as assert async await break case class continue def del elif else except False finally "
     "for from func global if import in is lambda match None nonlocal not or pass raise return "
     "self "
     "True try while with yield ",
     "#", "", "", "", "\"'", "\"\"\" '''"},
    {" ruby crystal elixir ",
     " alias and begin break case class cond def defmodule defp do else elsif end ensure false fn "
     "for if in import include module next nil not or private raise redo require rescue retry "
     "return self super then true unless until use when while with yield ",
     "#", "", "", "", "\"'", "\"\"\""},
    {" php ",
     " abstract and array as break case catch class const continue declare default do echo else "
     "elseif extends false final finally fn for foreach function global if implements include "
     "instanceof interface match namespace new null or private protected public readonly require "
     "require_once return static switch throw trait true try use var while yield ",
     "//", "#", "/*", "*/", "\"'", ""},
    {" bash fish perl awk tcl make cmake containerfile powershell r julia nix just meson "
     "graphql ",
     " begin break case continue do done elif else elseif end endforeach endfunction endif false "
     "fi "
     "for foreach from function if in let local macro my next null our param return set shift sub "
     "then true type unset until use while ",
     "#", "", "", "", "\"'", ""},
    {" lua haskell elm ada vhdl sql ",
     " alter and as begin between by case class create data delete deriving do drop else elseif "
     "end "
     "exists false for from function group having if import in index infix insert instance into is "
     "join key let like limit local module newtype nil not null of on or order primary repeat "
     "return select set table then true type union unique until update values view where while "
     "with ALTER AND AS BEGIN BY CASE CREATE DELETE DROP ELSE END EXISTS FROM GROUP HAVING IN "
     "INDEX "
     "INSERT INTO IS JOIN KEY LEFT LIMIT NOT NULL ON OR ORDER PRIMARY SELECT SET TABLE THEN UNION "
     "UNIQUE UPDATE VALUES VIEW WHEN WHERE WITH ",
     "--", "", "/*", "*/", "\"'", ""},
    {" clojure commonlisp emacslisp scheme ",
     " and cond def defmacro defn defun defvar do fn if lambda let loop nil not ns or require set "
     "when ",
     ";", "", "", "", "\"", ""},
    {" erlang prolog latex matlab ",
     " after begin case catch else elseif end false for fun function if of otherwise receive "
     "return "
     "switch true try when while ",
     "%", "", "", "", "\"", ""},
    {" ocaml ocaml_interface fsharp ",
     " and as begin class do done else end exception external false fun function if in include let "
     "match member module mutable namespace new of open raise rec sig struct then true try type "
     "val "
     "when while with ",
     "//", "", "(*", "*)", "\"", ""},
    {" css scss less ", " ", "", "", "/*", "*/", "\"'", ""},
    {" html xml ", " ", "", "", "<!--", "-->", "\"", ""},
    {" json ", " false null true ", "", "", "", "", "\"", ""},
    {" toml yaml hcl ", " false null true ", "#", "", "", "", "\"'", ""},
    {" ini properties vim assembly ", " ", "#", ";", "", "", "\"", ""},
};

bool is_listed(std::string_view words, std::string_view word) {
  for (auto at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1))
    if (at > 0 && words[at - 1] == ' ' && words.substr(at + word.size()).starts_with(' '))
      return true;
  return false;
}

const LanguageTokens* tokens_of(std::string_view language) {
  const auto* const found = std::ranges::find_if(kLanguages, [&](const LanguageTokens& one) {
    return !language.empty() && is_listed(one.languages, language);
  });
  return found == std::end(kLanguages) ? nullptr : found;
}

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

/// Returns the size of the number at the start of a text, with separators as in 1'000'000.
std::size_t number_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() &&
         (is_name_byte(text[size]) ||
          (text[size] == '\'' && size + 1 < text.size() && is_name_byte(text[size + 1]))))
    ++size;
  return size;
}

bool begins_with(std::string_view text, std::string_view mark) {
  return !mark.empty() && text.starts_with(mark);
}

/// Returns the long quote at the start of a text; empty: none.
std::string_view long_quote(std::string_view quotes, std::string_view text) {
  while (!quotes.empty()) {
    const auto one = quotes.substr(0, quotes.find(' '));
    if (text.starts_with(one)) return one;
    quotes.remove_prefix(std::min(quotes.size(), one.size() + 1));
  }
  return {};
}

/// Returns the size of the string at the start of a text; 0: it does not end on this line.
std::size_t quoted_size(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text.front()) {
      return i + 1;
    }
  }
  return 0;
}

}  // namespace

Highlighter::Highlighter(std::string_view language) : tokens_(tokens_of(language)) {}

std::vector<TokenKind> Highlighter::next_line(std::string_view line) {
  std::vector<TokenKind> kinds(line.size(), TokenKind::kPlain);
  if (tokens_ == nullptr) return kinds;
  std::size_t at = 0;
  const auto mark = [&](std::size_t size, TokenKind kind) {
    const auto end = std::min(line.size(), at + size);
    std::fill(kinds.begin() + static_cast<std::ptrdiff_t>(at),
              kinds.begin() + static_cast<std::ptrdiff_t>(end), kind);
    at = end;
  };
  const auto mark_open = [&](std::size_t from) {
    const auto end = line.find(open_, from);
    const bool is_closed = end != std::string_view::npos;
    mark((is_closed ? end + open_.size() : line.size()) - at, open_kind_);
    if (is_closed) open_ = {};
  };
  if (!open_.empty()) mark_open(0);
  while (at < line.size()) {
    const auto rest = line.substr(at);
    if (begins_with(rest, tokens_->comment_begin)) {
      open_ = tokens_->comment_end;
      open_kind_ = TokenKind::kComment;
      mark_open(at + tokens_->comment_begin.size());
    } else if (begins_with(rest, tokens_->line_comment) ||
               begins_with(rest, tokens_->other_line_comment)) {
      mark(rest.size(), TokenKind::kComment);
    } else if (const auto quote = long_quote(tokens_->long_quotes, rest); !quote.empty()) {
      open_ = quote;
      open_kind_ = TokenKind::kString;
      mark_open(at + quote.size());
    } else if (tokens_->quotes.find(rest.front()) != std::string_view::npos) {
      const auto size = quoted_size(rest);
      mark(std::max<std::size_t>(1, size), size > 0 ? TokenKind::kString : TokenKind::kPlain);
    } else if (tokens_->line_comment == "//" && rest.front() >= '0' && rest.front() <= '9') {
      mark(number_size(rest), TokenKind::kPlain);
    } else if (is_name_byte(rest.front())) {
      const auto* const end = std::ranges::find_if_not(rest, is_name_byte);
      const auto word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
      const bool is_keyword = is_listed(tokens_->keywords, word);
      mark(word.size(), is_keyword ? TokenKind::kKeyword : TokenKind::kPlain);
    } else {
      ++at;
    }
  }
  return kinds;
}

}  // namespace codeweaver::cli
