// CppReader: names in the bodies of macros, and macros that the tree does not have.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_set>

#include "base/lines.hpp"
#include "facts/cpp_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kReserved{
    std::string_view("auto"),     std::string_view("bool"),      std::string_view("break"),
    std::string_view("case"),     std::string_view("char"),      std::string_view("class"),
    std::string_view("const"),    std::string_view("continue"),  std::string_view("default"),
    std::string_view("define"),   std::string_view("defined"),   std::string_view("delete"),
    std::string_view("do"),       std::string_view("double"),    std::string_view("else"),
    std::string_view("enum"),     std::string_view("extern"),    std::string_view("false"),
    std::string_view("float"),    std::string_view("for"),       std::string_view("goto"),
    std::string_view("if"),       std::string_view("inline"),    std::string_view("int"),
    std::string_view("long"),     std::string_view("namespace"), std::string_view("new"),
    std::string_view("nullptr"),  std::string_view("operator"),  std::string_view("public"),
    std::string_view("register"), std::string_view("return"),    std::string_view("short"),
    std::string_view("signed"),   std::string_view("sizeof"),    std::string_view("static"),
    std::string_view("struct"),   std::string_view("switch"),    std::string_view("template"),
    std::string_view("this"),     std::string_view("true"),      std::string_view("typedef"),
    std::string_view("typename"), std::string_view("union"),     std::string_view("unsigned"),
    std::string_view("using"),    std::string_view("virtual"),   std::string_view("void"),
    std::string_view("volatile"), std::string_view("while"),     std::string_view("private"),
    std::string_view("protected")};

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The names of a text, with the text in which they stand: code, or the body of a macro.
class Tokens {
 public:
  struct Token {
    std::string_view name;
    Place place;
    bool is_in_macro = false, is_member = false, is_called = false, is_pasted = false;
  };

  explicit Tokens(std::string_view text) : text_(text) {}

  /// False: there is no further name.
  bool next(Token& out) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        end_line();
      } else if (c == '#' && is_line_start_) {
        begin_directive();
      } else if (c == '/' && at_ + 1 < text_.size() &&
                 (text_[at_ + 1] == '/' || text_[at_ + 1] == '*')) {
        skip_comment();
      } else if (c == '"' || c == '\'') {
        skip_literal();
      } else if (is_name_start(c)) {
        if (read_name(out)) return true;
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        while (at_ < text_.size() && (is_name_part(text_[at_]) || text_[at_] == '.')) ++at_;
        last_ = '0';
      } else {
        if (c != ' ' && c != '\t' && c != '\r' && c != '\\') note(c);
        ++at_;
      }
    }
    return false;
  }

 private:
  enum class Line : std::uint8_t { kCode, kSkipped, kMacro };

  void note(char c) {
    is_line_start_ = false;
    before_last_ = last_;
    last_ = c;
  }

  void end_line() {
    std::size_t before = at_;
    if (before > 0 && text_[before - 1] == '\r') --before;
    if (before == 0 || text_[before - 1] != '\\') {
      line_kind_ = Line::kCode;
      is_line_start_ = true;
      last_ = '\n';
    }
    ++at_;
    ++line_;
    line_begin_ = at_;
  }

  void begin_directive() {
    ++at_;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    is_line_start_ = false;
    line_kind_ = Line::kSkipped;
    if (text_.substr(at_).starts_with("define")) {
      at_ += 6;
      begin_macro();
    }
  }

  /// Reads the name of a macro and its parameters.
  void begin_macro() {
    parameters_.clear();
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    line_kind_ = Line::kMacro;
    last_ = ' ';
    if (at_ >= text_.size() || text_[at_] != '(') return;
    while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != '\n') {
      const std::size_t begin = at_;
      while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
      if (at_ > begin) parameters_.insert(text_.substr(begin, at_ - begin));
      if (at_ == begin) ++at_;
    }
  }

  bool read_name(Token& out) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    out.name = text_.substr(begin, at_ - begin);
    out.place = {line_, static_cast<std::uint32_t>(begin - line_begin_ + 1)};
    out.is_in_macro = line_kind_ == Line::kMacro;
    out.is_member = last_ == '.' || (last_ == '>' && before_last_ == '-') || last_ == ':';
    std::size_t after = at_;
    while (after < text_.size() && (text_[after] == ' ' || text_[after] == '\t')) ++after;
    const char next = after < text_.size() ? text_[after] : '\0';
    out.is_called = next == '(';
    out.is_pasted = last_ == '#' || text_.substr(std::min(after, text_.size())).starts_with("##");
    note('a');
    return line_kind_ != Line::kSkipped && !(out.is_in_macro && parameters_.contains(out.name));
  }

  void skip_comment() {
    const bool is_line = text_[at_ + 1] == '/';
    for (at_ += 2; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') {
        if (is_line) return;
        ++line_;
        line_begin_ = at_ + 1;
      } else if (!is_line && text_.substr(at_).starts_with("*/")) {
        at_ += 2;
        return;
      }
    }
  }

  void skip_literal() {
    const char quote = text_[at_++];
    for (; at_ < text_.size() && text_[at_] != '\n' && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
    note('"');
  }

  std::string_view text_;
  std::size_t at_ = 0, line_begin_ = 0;
  std::uint32_t line_ = 1;
  bool is_line_start_ = true;
  char last_ = '\n', before_last_ = '\n';
  Line line_kind_ = Line::kCode;
  std::unordered_set<std::string_view> parameters_;
};

}  // namespace

bool is_loud(std::string_view name) {
  return name.size() > 2 && std::ranges::none_of(name, [](char c) {
           return std::islower(static_cast<unsigned char>(c)) != 0;
         });
}

void CppReader::read_includes() {
  std::uint32_t number = 0;
  for (std::string_view line : base::split_lines(source_)) {
    ++number;
    const auto skip = [&] {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skip();
    if (!line.starts_with('#')) continue;
    line.remove_prefix(1);
    skip();
    constexpr std::string_view kInclude = "include";
    if (!line.starts_with(kInclude)) continue;
    line.remove_prefix(kInclude.size());
    skip();
    const bool is_open = line.starts_with('<') || line.starts_with('"');
    const auto end = is_open ? line.find(line.front() == '<' ? '>' : '"', 1) : 0;
    if (end == std::string_view::npos || end < 2) continue;
    Decl made;
    made.kind = DeclKind::kImport;
    made.module = build_.name(line.substr(0, end + 1));
    made.place.line = made.end_line = number;
    build_.facts().decls.push_back(made);
  }
}

void CppReader::read_tokens() {
  std::unordered_set<std::uint64_t> known;
  for (const Use& use : build_.facts().uses) known.insert(key_of(use.place.line, use.place.column));
  for (const Decl& decl : build_.facts().decls)
    known.insert(key_of(decl.place.line, decl.place.column));
  Tokens tokens(source_);
  Tokens::Token one;
  while (tokens.next(one)) {
    const bool counts = one.is_in_macro ? !one.is_pasted : is_loud(one.name);
    if (!counts || std::ranges::find(kReserved, one.name) != kReserved.end()) continue;
    if (known.contains(key_of(one.place.line, one.place.column))) continue;
    const Id as = build_.name(one.name);
    const Id id = one.is_member ? build_.expr(ExprKind::kMember, kNone, as)
                                : build_.expr(ExprKind::kName, as, 0);
    build_.use(one.place, id, 0, one.is_called ? Use::Kind::kCall : Use::Kind::kOther);
  }
}

}  // namespace codeweaver::facts
