// UTF-8, one character at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// The first character of a text.
struct Utf8Step {
  std::size_t length = 0;  ///< 1..4 bytes; how many to skip, also if invalid
  bool is_valid = false;   ///< false: not a character, print U+FFFD instead
};

/// Reads the first character of `text`, which must not be empty. Overlong forms, surrogates and
/// values above U+10FFFF are invalid (Unicode table 3-7). For an invalid sequence, the step is the
/// longest possible start of it.
constexpr Utf8Step utf8_step(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size() || byte(i) < low || byte(i) > high) return {i, false};
    low = 0x80;
    high = 0xBF;
  }
  return {length, true};
}

/// The text after its byte order mark, if it begins with one.
constexpr std::string_view without_byte_order_mark(std::string_view text) noexcept {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

/// Whether the whole text is valid UTF-8. Cost: one pass.
constexpr bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto step = utf8_step(text);
    if (!step.is_valid) return false;
    text.remove_prefix(step.length);
  }
  return true;
}

/// Appends a character, which must be at most U+10FFFF and not a surrogate.
constexpr void append_utf8(char32_t c, std::string& out) {
  const auto add = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xC0 | (c >> 6));
    add(0x80 | (c & 63));
  } else if (c < 0x10000) {
    add(0xE0 | (c >> 12));
    add(0x80 | ((c >> 6) & 63));
    add(0x80 | (c & 63));
  } else {
    add(0xF0 | (c >> 18));
    add(0x80 | ((c >> 12) & 63));
    add(0x80 | ((c >> 6) & 63));
    add(0x80 | (c & 63));
  }
}

/// The longest prefix of `text` with at most `bytes` bytes that does not split a character.
constexpr std::string_view utf8_prefix(std::string_view text, std::size_t bytes) noexcept {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

}  // namespace codeweaver::base
