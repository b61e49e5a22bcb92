// Reads SQL word by word, skipping comments and strings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/sql_routines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "syntax/kinds.hpp"

namespace codeweaver::syntax {

namespace {

/// A word, a quoted name or one other character; empty at the end.
struct Token {
  std::uint32_t begin = 0;
  std::string_view text{};
};

bool is_sql_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '#' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_same(std::string_view word, std::string_view upper) noexcept {
  return std::equal(word.begin(), word.end(), upper.begin(), upper.end(), [](char a, char b) {
    return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
  });
}

class SqlScanner {
 public:
  explicit SqlScanner(std::string_view text) : text_(text) {}

  Token next() {
    skip();
    if (at_ >= text_.size()) return {at(), {}};
    const std::uint32_t begin = at();
    const char c = text_[at_];
    if (c == '"' || c == '`' || c == '[') {
      const std::size_t end = text_.find(c == '[' ? ']' : c, at_ + 1);
      at_ = end == std::string_view::npos ? text_.size() : end + 1;
    } else if (is_sql_word(c)) {
      while (at_ < text_.size() && is_sql_word(text_[at_])) ++at_;
    } else {
      ++at_;
    }
    return {begin, text_.substr(begin, at_ - begin)};
  }

 private:
  std::uint32_t at() const { return static_cast<std::uint32_t>(at_); }

  /// Skips blanks, comments and strings.
  void skip() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      std::string_view end;
      if (rest.starts_with("--"))
        end = "\n";
      else if (rest.starts_with("/*"))
        end = "*/";
      else if (rest[0] == '\'')
        end = "'";
      if (end.empty() && rest[0] > ' ') return;
      if (end.empty()) {
        ++at_;
        continue;
      }
      const std::size_t found = text_.find(end, at_ + (end == "'" ? 1 : 2));
      at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Null: the word does not start a routine.
const Kind* kind_of(std::string_view word) noexcept {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKinds = {
      {{"PROCEDURE", "procedure"},
       {"PROC", "procedure"},
       {"FUNCTION", "function"},
       {"TRIGGER", "trigger"},
       {"PACKAGE", "module"}}};
  for (const auto& [known, kind] : kKinds)
    if (is_same(word, known)) return find_kind(kind);
  return nullptr;
}

/// Words after CREATE that start something else.
bool makes_other(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 9> kWords = {"TABLE", "VIEW",     "INDEX", "TYPE",  "ROLE",
                                                      "USER",  "DATABASE", ";",     "CREATE"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view known) { return is_same(word, known); });
}

bool is_between(std::string_view word) noexcept {
  return is_same(word, "BODY") || is_same(word, "IF") || is_same(word, "NOT") ||
         is_same(word, "EXISTS");
}

std::string without_quotes(std::string_view part) {
  const bool is_quoted = part.size() > 2 && (part[0] == '"' || part[0] == '`' || part[0] == '[');
  return std::string(is_quoted ? part.substr(1, part.size() - 2) : part);
}

class Reader {
 public:
  Reader(std::string_view text, const std::vector<Definition>& known, std::vector<Member>& out)
      : scanner_(text), known_(known), out_(out) {}

  void run() {
    for (Token token = scanner_.next(); !token.text.empty();) {
      if (is_same(token.text, "CREATE"))
        token = read_statement(token.begin);
      else
        token = scanner_.next();
    }
  }

 private:
  /// Returns the first unread token.
  Token read_statement(std::uint32_t begin) {
    constexpr int kMostWords = 16;  // CREATE DEFINER = `a` @ `b` PROCEDURE
    Token token = scanner_.next();
    for (int i = 0; i < kMostWords && !token.text.empty() && !makes_other(token.text); ++i) {
      const Kind* kind = kind_of(token.text);
      token = scanner_.next();
      if (kind != nullptr) return read_name(begin, *kind, token);
    }
    return token;
  }

  Token read_name(std::uint32_t begin, const Kind& kind, Token token) {
    while (is_between(token.text)) token = scanner_.next();
    Member member;
    member.kind = kind.name;
    member.node.begin = begin;
    while (!token.text.empty()) {
      member.name = without_quotes(token.text);
      if (!is_sql_word(member.name[0])) return token;
      member.qualified_name += member.name;
      member.node.end = token.begin + static_cast<std::uint32_t>(token.text.size());
      token = scanner_.next();
      if (token.text != ".") break;
      member.qualified_name += '.';
      token = scanner_.next();
    }
    if (!member.name.empty() && !is_known(member)) out_.push_back(std::move(member));
    return token;
  }

  /// Works because statements come in the order of the definitions.
  bool is_known(const Member& member) {
    while (next_ < known_.size() && known_[next_].node.begin < member.node.begin) ++next_;
    return next_ < known_.size() && known_[next_].node.begin == member.node.begin &&
           known_[next_].name == member.name;
  }

  SqlScanner scanner_;
  const std::vector<Definition>& known_;
  std::vector<Member>& out_;
  std::size_t next_ = 0;  // index into known_
};

}  // namespace

void add_routines(std::string_view text, const std::vector<Definition>& known,
                  std::vector<Member>& out) {
  Reader(text, known, out).run();
}

}  // namespace codeweaver::syntax
