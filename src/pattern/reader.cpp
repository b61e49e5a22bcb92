// Reader: escapes, and errors with positions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/reader.hpp"

#include <algorithm>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "codeweaver/error_codes.hpp"
#include "pattern/perl_pattern.hpp"

namespace codeweaver::pattern {
namespace {

Error pattern_error(ErrorCategory category, std::string_view code, std::string_view pattern,
                    std::size_t at, std::string_view what, std::string action) {
  constexpr std::size_t kShown = 200;
  std::string shown(pattern.substr(0, kShown));
  if (pattern.size() > kShown) shown += "...";
  return {category, std::string(code),
          "The pattern cannot be read at byte " + std::to_string(at + 1) + ": " + std::string(what),
          "reading the pattern '" + shown + "'", std::move(action)};
}

bool is_hex(char32_t c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::uint32_t hex_digit(char32_t c) noexcept {
  if (c <= '9') return static_cast<std::uint32_t>(c - '0');
  return static_cast<std::uint32_t>((c | 32) - 'a' + 10);
}

CharClass ascii_or(char letter, bool is_unicode, CharClass of_unicode) {
  return is_unicode ? std::move(of_unicode) : CharClass{ascii_class(letter), {}, false, false};
}

}  // namespace

/// The pattern without its added enclosing group.
std::string_view Reader::given() const {
  return pattern_.substr(origin_, pattern_.size() - origin_ - (origin_ > 0 ? 1 : 0));
}

Error Reader::wrong(std::size_t at, std::string_view what) const {
  return pattern_error(
      ErrorCategory::kInvalidArgument, error_code::kPatternInvalid, given(),
      at - std::min(at, origin_), what,
      "Put \\ before a character to match it literally, or search for fixed text (-F)");
}

Error Reader::unsupported(std::size_t at, std::string_view what) const {
  return pattern_error(ErrorCategory::kUnsupported, error_code::kPatternUnsupported, given(),
                       at - std::min(at, origin_), what, "Write the pattern without it");
}

Error Reader::only_in_perl(std::size_t at, std::string_view what) const {
  auto error = unsupported(at, what);
  if (has_perl()) error.action += ", or use -P";
  return error;
}

Result<char32_t> read_code(Reader& reader, char32_t letter, std::size_t begin) {
  std::uint32_t value = 0;
  if (reader.take_if("{")) {
    std::size_t digits = 0;
    for (; is_hex(reader.peek()); ++digits) {
      value = value << 4 | hex_digit(reader.take());
      if (digits > 8) break;
    }
    if (digits == 0 || !reader.take_if("}"))
      return reader.wrong(begin, "hexadecimal digits and } are expected after {");
  } else {
    const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!is_hex(reader.peek())) return reader.wrong(begin, "a hexadecimal digit is expected");
      value = value << 4 | hex_digit(reader.take());
    }
  }
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
    return reader.wrong(begin, "no character has this code point");
  return char32_t{value};
}

bool is_class_letter(char32_t c) noexcept {
  return c == 'd' || c == 'D' || c == 's' || c == 'S' || c == 'w' || c == 'W' || c == 'p' ||
         c == 'P';
}

Result<CharClass> read_class_escape(Reader& reader, char32_t letter, const Flags& flags,
                                    std::size_t begin) {
  CharClass out;
  if (letter == 'p' || letter == 'P') {
    std::string name;
    bool is_negated = letter == 'P';
    if (reader.take_if("{")) {
      if (reader.take_if("^")) is_negated = !is_negated;
      while (!reader.at_end() && reader.peek() != '}') base::append_utf8(reader.take(), name);
      if (!reader.take_if("}")) return reader.wrong(begin, "} is missing after a property");
    } else {
      if (reader.at_end()) return reader.wrong(begin, "a property is missing");
      base::append_utf8(reader.take(), name);
    }
    if (!flags.is_unicode) return reader.unsupported(begin, "properties need Unicode mode");
    const auto property = re2_property(name);
    if (!property) return reader.unsupported(begin, "the property " + name + " is not supported");
    out.named.push_back("\\p{" + *property + "}");
    // Resolves classes that may contain the line feed, to exclude it.
    if (property->front() == 'C') out = {resolve(out), {}, false, false};
    out.is_negated = is_negated;
    return out;
  }
  const char small = static_cast<char>(letter | 32);
  out = ascii_or(small, flags.is_unicode,
                 small == 'd'   ? digits()
                 : small == 's' ? spaces()
                                : word_characters());
  out.is_negated = letter < 'a';
  return out;
}

char32_t simple_escape(char32_t letter) noexcept {
  switch (letter) {
    case 'a':
      return 7;
    case 'f':
      return 12;
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'v':
      return 11;
    default:
      break;
  }
  const bool is_word = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                       (letter >= 'A' && letter <= 'Z');
  return letter < 0x80 && !is_word && letter != '<' && letter != '>' ? letter : kNoCharacter;
}

}  // namespace codeweaver::pattern
