// Finds macro uses by shape: capitals after `class`, alone on a line, or with a known ending.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/blanking.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/ascii.hpp"

namespace codeweaver::syntax {

namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// True for MAX_SIZE; false for T, Max and 42.
bool is_capital_word(std::string_view word, std::size_t min_size) noexcept {
  return word.size() >= min_size && (base::is_upper(word[0]) || word[0] == '_') &&
         std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// GIT_EXTERN, PyAPI_FUNC: begins and ends in capitals, with an underscore or four capitals.
bool is_macro_like(std::string_view word) noexcept {
  if (is_capital_word(word, 4)) return true;
  const std::size_t bar = word.rfind('_');
  return bar != kNone && base::is_upper(word[0]) && is_capital_word(word.substr(bar + 1), 3);
}

/// Macros that stand for attributes anywhere.
bool is_attribute_macro(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 15> kWords = {
      "JNIEXPORT",     "JNICALL",     "WINAPI",        "APIENTRY",   "STDMETHODCALLTYPE",
      "__BEGIN_DECLS", "__END_DECLS", "__wur",         "__restrict", "__extension__",
      "__inline",      "__nonnull",   "__attribute__", "__declspec", "__leaf"};
  constexpr std::array<std::string_view, 21> kEndings = {
      "_API",        "_EXPORT",    "_EXPORTS", "_INLINE",        "_FORCEINLINE", "_NOINLINE",
      "_DECL",       "_PUBLIC",    "_LOCAL",   "_DEPRECATED",    "_NORETURN",    "_NOEXCEPT",
      "_CONSTEXPR",  "_RESTRICT",  "_UNUSED",  "_ALWAYS_INLINE", "_EXTERN",      "_ATTR",
      "_VISIBILITY", "_ATTRIBUTE", "_NOTHROW"};
  constexpr std::array<std::string_view, 10> kLockEndings = {
      "GUARDED_BY",      "GUARDED_VAR",
      "LOCKS_REQUIRED",  "LOCKS_EXCLUDED",
      "LOCK_FUNCTION",   "LOCK_RETURNED",
      "ACQUIRED_BEFORE", "ACQUIRED_AFTER",
      "SCOPED_LOCKABLE", "NO_THREAD_SAFETY_ANALYSIS"};
  if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return true;
  if (std::any_of(kLockEndings.begin(), kLockEndings.end(),
                  [&](std::string_view ending) { return word.ends_with(ending); }))
    return true;
  if (word.starts_with("__THROW") || (word.starts_with("__attribute_") && word.ends_with("__")))
    return true;
  return is_capital_word(word, 5) &&
         std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return word.ends_with(ending); });
}

bool is_enum_macro(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 6> kWords = {
      "NS_ENUM", "NS_OPTIONS", "NS_CLOSED_ENUM", "NS_ERROR_ENUM", "CF_ENUM", "CF_OPTIONS"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_type_keyword(std::string_view word) noexcept {
  return word == "class" || word == "struct" || word == "union" || word == "enum";
}

/// Copies a text and overwrites everything that looks like a macro.
class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_(text), out_(text) {}

  std::string run() && {
    std::size_t at = 0;
    while (at < text_.size()) at = step(at);
    return std::move(out_);
  }

 private:
  std::size_t step(std::size_t at) {
    const char c = text_[at];
    if (c == '\n') {
      is_line_start_ = true;
      return at + 1;
    }
    if (is_space(c)) return at + 1;
    const bool is_first = std::exchange(is_line_start_, false);
    if (c == '#' && is_first) return directive_end(at);
    if (c == '/' && at + 1 < text_.size() && (text_[at + 1] == '/' || text_[at + 1] == '*'))
      return comment_end(at);
    if (c == '"' || c == '\'') return literal_end(at);
    if (!base::is_word(c)) return at + 1;
    return word_step(at, is_first);
  }

  std::size_t word_step(std::size_t at, bool is_first) {
    const std::size_t end = word_end(at);
    const std::string_view word = text_.substr(at, end - at);
    if (is_type_keyword(word)) return after_type_keyword(end);
    if (is_enum_macro(word)) {
      if (const std::size_t last = write_enum(at, end); last != kNone) return last;
    }
    if (!base::is_upper(word[0]) && word[0] != '_') return end;  // cannot begin a macro
    if (is_first && is_macro_like(word) && write_variable(at, end)) return end;
    if (is_macro_like(word)) {
      if (const std::size_t last = unwrap(at, end); last != kNone) return last;
    }
    if (is_attribute_macro(word) && !is_member(at)) {
      const std::size_t close = arguments_end(end);
      const std::size_t after = close == kNone ? kNone : skip_space(close);
      // `FIXTURE_LOCAL(A, b) {` defines a function.
      if (after < text_.size() && text_[after] == '{' && begins_definition(at)) return close;
      // Without white space before "(" and followed by more text, it may be a function name.
      blank(at, close == kNone ? end : close);
      return close == kNone ? end : close;
    }
    if (is_first && is_capital_word(word, 4) && !word.starts_with("TEST") &&
        !word.starts_with("DEFINE_")) {
      const std::size_t close = arguments_end(end);
      const std::size_t last = close == kNone ? end : close;
      if (rest_of_line_is_empty(last)) blank(at, last);
      return last;
    }
    return end;
  }

  /// `GIT_EXTERN(int) open(...)` leaves `int open(...)`; `typedef int CALLBACK(name)(...)` leaves
  /// `typedef int (name)(...)`. kNone: neither.
  std::size_t unwrap(std::size_t begin, std::size_t end) {
    const std::size_t close = end < text_.size() && text_[end] == '(' ? arguments_end(end) : kNone;
    if (close == kNone || close >= text_.size()) return kNone;
    const std::string_view inside = text_.substr(end + 1, close - end - 2);
    const bool is_type = !inside.empty() && std::all_of(inside.begin(), inside.end(), [](char c) {
      return base::is_word(c) || c == ' ' || c == '*' || c == ':';
    });
    if (!is_type) return kNone;
    if (text_[close] == '(' && inside.find_first_of(" *:") == kNone) {
      blank(begin, end);
      return close;
    }
    const std::size_t name = skip_space(close);
    const std::size_t after = word_end(name);
    if (name == close || after == name || after >= text_.size()) return kNone;
    if (text_[after] != '(' && text_[after] != ';') return kNone;
    blank(begin, end + 1);
    blank(close - 1, close);
    return close;
  }

  /// `ASSIGN(auto name, value);` leaves `auto name= value ;`. False: not this form.
  bool write_variable(std::size_t begin, std::size_t end) {
    const std::size_t close = end < text_.size() && text_[end] == '(' ? arguments_end(end) : kNone;
    if (close == kNone) return false;
    const std::string_view inside = text_.substr(end + 1, close - end - 2);
    if (!inside.starts_with("auto ") && !inside.starts_with("auto&") &&
        !inside.starts_with("auto*") && !inside.starts_with("const auto"))
      return false;
    const std::size_t comma = inside.find(',');
    const std::size_t other = inside.find_first_of("([{<;");
    if (comma == kNone || other < comma || skip_space(end + 1 + comma + 1) >= close - 1)
      return false;
    blank(begin, end + 1);
    out_[end + 1 + comma] = '=';
    blank(close - 1, close);
    return true;
  }

  /// `typedef NS_ENUM(NSInteger, Style) {` leaves `enum Style {`. kNone: not this form.
  std::size_t write_enum(std::size_t begin, std::size_t end) {
    const std::size_t close = end < text_.size() && text_[end] == '(' ? arguments_end(end) : kNone;
    if (close == kNone) return kNone;
    const std::size_t comma = text_.substr(0, close).rfind(',');
    const std::size_t name = comma == kNone || comma < end ? close : skip_space(comma + 1);
    if (name >= close || !base::is_word(text_[name])) return kNone;
    constexpr std::string_view kTypedef = "typedef";
    const std::size_t before = text_.find_last_not_of(" \t", begin - 1) + 1;
    if (begin > 0 && text_.substr(0, before).ends_with(kTypedef))
      blank(before - kTypedef.size(), before);
    blank(begin, name);
    blank(word_end(name), close);
    out_.replace(begin, 4, "enum");
    return close;
  }

  /// `class EXPORT Name`, `struct alignas(8) Name`, `enum class API Name`.
  std::size_t after_type_keyword(std::size_t at) {
    std::size_t begin = skip_space(at);
    std::size_t end = word_end(begin);
    if (text_.substr(begin, end - begin) == "class") {
      begin = skip_space(end);
      end = word_end(begin);
    }
    const std::string_view word = text_.substr(begin, end - begin);
    if (!is_capital_word(word, 3) && !is_attribute_macro(word) && word != "alignas") return at;
    const std::size_t close = arguments_end(end);
    const std::size_t last = close == kNone ? end : close;
    const std::size_t next = skip_space(last);
    if (next == last || next >= text_.size() || !base::is_word(text_[next])) return at;
    blank(begin, last);
    return last;
  }

  bool is_member(std::size_t at) const {
    return at > 0 && (text_[at - 1] == '.' || text_[at - 1] == '>' || text_[at - 1] == ':');
  }

  /// True after `;`, `}` or a comment: nothing that the word could be an attribute of.
  bool begins_definition(std::size_t at) const {
    const std::size_t before = text_.substr(0, at).find_last_not_of(" \t\r\n");
    if (before == kNone) return true;
    const char c = text_[before];
    return c == ';' || c == '}' || c == '{' || c == '/';
  }

  std::size_t word_end(std::size_t at) const {
    while (at < text_.size() && base::is_word(text_[at])) ++at;
    return at;
  }

  std::size_t skip_space(std::size_t at) const {
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at;
  }

  /// Returns the offset after the parenthesis group that starts at or after `at` on this line.
  /// kNone: no group.
  std::size_t arguments_end(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    if (at >= text_.size() || text_[at] != '(') return kNone;
    constexpr std::size_t kMaxArguments = 2000;
    int depth = 0;
    for (std::size_t i = at; i < std::min(text_.size(), at + kMaxArguments); ++i) {
      if (text_[i] == '"') i = literal_end(i) - 1;
      if (text_[i] == '(') ++depth;
      if (text_[i] == ')' && --depth == 0) return i + 1;
      if (text_[i] == ';' || text_[i] == '{' || text_[i] == '}') return kNone;
    }
    return kNone;
  }

  bool rest_of_line_is_empty(std::size_t at) const {
    std::string_view rest = text_.substr(at, std::min(text_.find('\n', at), text_.size()) - at);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
    return rest.empty() || rest.starts_with("//") ||
           (rest.starts_with("/*") && rest.find("*/") != kNone);
  }

  std::size_t directive_end(std::size_t at) {
    for (; at < text_.size() && text_[at] != '\n'; ++at)
      if (text_[at] == '\\' && at + 1 < text_.size()) ++at;  // also a continued line's end
    return at;
  }

  std::size_t comment_end(std::size_t at) const {
    const bool is_line = text_[at + 1] == '/';
    const std::size_t end = text_.find(is_line ? "\n" : "*/", at + 2);
    if (end == kNone) return text_.size();
    return is_line ? end : end + 2;
  }

  std::size_t literal_end(std::size_t at) const {
    const char quote = text_[at];
    for (std::size_t i = at + 1; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == '\\')
        ++i;
      else if (text_[i] == quote)
        return i + 1;
    }
    return at + 1;  // 1'000'000, an apostrophe in #error text
  }

  void blank(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (out_[i] != '\n' && out_[i] != '\r') out_[i] = ' ';
  }

  std::string_view text_;
  std::string out_;
  bool is_line_start_ = true;
};

}  // namespace

std::string blank_macros(std::string_view text) {
  return Blanker(text).run();
}

void blank_branches(std::string& text) {
  std::vector<bool> in_other_branch;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    std::string_view word = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    bool blanks = false;
    if (word.starts_with('#')) {
      word.remove_prefix(1);
      word.remove_prefix(std::min(word.find_first_not_of(" \t"), word.size()));
      blanks = word.starts_with("if") || word.starts_with("el") || word.starts_with("endif");
      if (word.starts_with("if")) in_other_branch.push_back(false);
      if (word.starts_with("el") && !in_other_branch.empty()) in_other_branch.back() = true;
      if (word.starts_with("endif") && !in_other_branch.empty()) in_other_branch.pop_back();
    }
    blanks = blanks || std::find(in_other_branch.begin(), in_other_branch.end(), true) !=
                           in_other_branch.end();
    if (blanks)
      std::replace_if(
          text.begin() + static_cast<std::ptrdiff_t>(begin),
          text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\r'; }, ' ');
    begin = end + 1;
  }
}

}  // namespace codeweaver::syntax
