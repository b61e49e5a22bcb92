// Rewrites Groovy traits, SCSS interpolations, Kotlin enumerations on one line, call signatures and
// variance in TypeScript, and values in `new()` of Go.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/rewriting.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace codeweaver::syntax {

namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

/// Whether the word at `at` may begin a declaration: only words and annotations precede it on its
/// line.
bool may_declare(std::string_view text, std::size_t at) noexcept {
  while (at > 0 && text[at - 1] != '\n') {
    const char c = text[--at];
    if (!base::is_word(c) && !is_blank(c) && c != '@' && c != '.') return false;
  }
  return true;
}

/// `trait Name` reads as `class Name`.
std::string traits_as_classes(std::string_view text) {
  constexpr std::string_view kTrait = "trait ";
  std::string out(text);
  for (std::size_t at = text.find(kTrait); at != kNotFound; at = text.find(kTrait, at + 1)) {
    const std::size_t name = at + kTrait.size();
    const bool is_whole = at == 0 || !base::is_word(text[at - 1]);
    const bool has_name = name < text.size() && text[name] >= 'A' && text[name] <= 'Z';
    if (is_whole && has_name && may_declare(text, at)) out.replace(at, 5, "class");
  }
  return out;
}

/// `#{$side}` becomes a word.
std::string interpolations_as_words(std::string_view text) {
  std::string out(text);
  for (std::size_t at = text.find("#{"); at != kNotFound; at = text.find("#{", at + 1)) {
    const std::size_t end = text.find_first_of("{}\n", at + 2);
    if (end == kNotFound || text[end] != '}') continue;
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(at),
              out.begin() + static_cast<std::ptrdiff_t>(end) + 1, 'x');
  }
  return out;
}

/// `enum class A { X, Y; fun f() = 1 }` on one line: the grammar needs an end after the last
/// member.
std::string enums_with_ends(std::string_view text) {
  std::string out(text);
  for (std::size_t at = text.find("enum class "); at != kNotFound;
       at = text.find("enum class ", at + 1)) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const std::size_t open = text.find('{', at);
    if (open >= line_end) continue;
    int depth = 0;
    for (std::size_t i = open; i < line_end; ++i) {
      if (text[i] == '{') ++depth;
      if (text[i] != '}' || --depth > 0) continue;
      const std::string_view body = text.substr(open, i - open);
      const bool is_ended = body.find_last_not_of(" \t;") < body.find_last_of(';');
      if (body.find(';') != kNotFound && !is_ended && is_blank(text[i - 1])) out[i - 1] = ';';
      break;
    }
  }
  return out;
}

/// A member that begins with `<` after one without `;` at its end: the grammar reads both as one.
std::string signatures_with_ends(std::string_view text) {
  std::string out(text);
  char last = '\0';  // of the code before
  bool is_comment = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != kNotFound && line[first] != '\r') {
      const std::string_view code = line.substr(first);
      is_comment = is_comment || code.starts_with("/*");
      if (is_comment) {
        is_comment = code.find("*/") == kNotFound;
      } else if (!code.starts_with("//")) {
        const bool may_end = base::is_word(last) || last == '>' || last == ')' || last == ']' ||
                             last == '}' || last == '\'' || last == '"';
        if (code[0] == '<' && first > 0 && may_end) out[begin] = ';';
        last = code[code.find_last_not_of(" \t\r")];
      }
    }
    begin = end + 1;
  }
  return out;
}

/// `interface A<in out T>`: the grammar takes `in` for the name.
void blank_variance(std::string& text) {
  for (const std::string_view word : {"out ", "in "})
    for (std::size_t at = text.find(word); at != kNotFound; at = text.find(word, at + 1)) {
      const std::size_t name = text.find_first_not_of(' ', at + word.size());
      const bool has_name = name != kNotFound && base::is_upper(text[name]);
      const std::size_t before = at == 0 ? kNotFound : text.find_last_not_of(" \t\r\n", at - 1);
      if (!has_name || before == kNotFound) continue;
      const bool is_first = text[before] == '<' || text[before] == ',';
      const bool is_second = std::string_view(text).substr(0, before + 1).ends_with(" in") ||
                             std::string_view(text).substr(0, before + 1).ends_with("<in");
      if (is_first || is_second) text.replace(at, word.size(), word.size(), ' ');
    }
}

std::string typescript_as_read(std::string_view text) {
  std::string out = signatures_with_ends(text);
  blank_variance(out);
  return out;
}

/// `new(time.Now())` (Go 1.26): the grammar expects a type. As another word, `new` is a function.
std::string new_as_function(std::string_view text) {
  constexpr std::string_view kNew = "new(", kLiteral = "\"'`0123456789-!&";
  std::string out(text);
  for (std::size_t at = text.find(kNew); at != kNotFound; at = text.find(kNew, at + 1)) {
    if (at > 0 && (base::is_word(text[at - 1]) || text[at - 1] == '.')) continue;
    const std::size_t begin = at + kNew.size();
    const std::size_t end = text.find_first_of("()\n", begin);
    if (end == kNotFound || end == begin) continue;
    const std::string_view given = text.substr(begin, end - begin);
    const bool is_literal = kLiteral.find(given[0]) != kNotFound;
    const bool is_name =
        std::ranges::all_of(given, [](char c) { return base::is_word(c) || c == '.'; });
    if (is_literal || (text[end] == '(' && is_name && given != "func")) out[at + 2] = 'W';
  }
  return out;
}

constexpr Rewrite kRewrites[] = {
    {"traits", true, traits_as_classes},       {"interpolations", false, interpolations_as_words},
    {"line_enums", false, enums_with_ends},    {"signatures", false, typescript_as_read},
    {"values_of_new", false, new_as_function},
};

}  // namespace

const Rewrite* find_rewrite(std::string_view feature) noexcept {
  const auto* const found =
      std::find_if(std::begin(kRewrites), std::end(kRewrites),
                   [&](const Rewrite& rewrite) { return rewrite.feature == feature; });
  return found == std::end(kRewrites) ? nullptr : found;
}

}  // namespace codeweaver::syntax
