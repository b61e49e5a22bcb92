// Sets of characters in secrets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace codeweaver::secrets {

/// A set of characters: a combination of these bits.
using Charset = std::uint16_t;
inline constexpr Charset kDigit = 1, kLowerHex = 2, kUpperHex = 4, kLowerRest = 8, kUpperRest = 16,
                         kUnderscore = 32, kHyphen = 64, kDot = 128, kBase64Sign = 256,
                         kEqual = 512, kTilde = 1024, kPercent = 2048;
inline constexpr Charset kLower = kLowerHex | kLowerRest, kUpper = kUpperHex | kUpperRest,
                         kLetter = kLower | kUpper, kAlnum = kLetter | kDigit,
                         kHex = kDigit | kLowerHex, kWord = kAlnum | kUnderscore,
                         kUrlSafe = kWord | kHyphen, kBase64 = kAlnum | kBase64Sign | kEqual;

namespace detail {

constexpr Charset charset_of(unsigned char c) noexcept {
  if (c >= '0' && c <= '9') return kDigit;
  if (c >= 'a' && c <= 'z') return c <= 'f' ? kLowerHex : kLowerRest;
  if (c >= 'A' && c <= 'Z') return c <= 'F' ? kUpperHex : kUpperRest;
  switch (c) {
    case '_':
      return kUnderscore;
    case '-':
      return kHyphen;
    case '.':
      return kDot;
    case '+':
    case '/':
      return kBase64Sign;
    case '=':
      return kEqual;
    case '~':
      return kTilde;
    case '%':
      return kPercent;
    default:
      return 0;
  }
}

constexpr std::array<Charset, 256> all_charsets() noexcept {
  std::array<Charset, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c)
    table[c] = charset_of(static_cast<unsigned char>(c));
  return table;
}

inline constexpr auto kCharsets = all_charsets();

}  // namespace detail

inline constexpr bool is_in(char c, Charset set) noexcept {
  return (detail::kCharsets[static_cast<unsigned char>(c)] & set) != 0;
}

/// Returns the number of characters from `at` on that are in `set`, at most `most`.
inline constexpr std::size_t run_length(std::string_view text, std::size_t at, Charset set,
                                        std::size_t most) noexcept {
  std::size_t length = 0;
  while (length < most && at + length < text.size() && is_in(text[at + length], set)) ++length;
  return length;
}

inline constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace codeweaver::secrets
