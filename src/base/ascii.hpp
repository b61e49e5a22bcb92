// ASCII letters, word characters and blanks. For lower case see codeweaver/text/identifier.hpp.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::base {

constexpr bool is_upper(char c) noexcept {
  return c >= 'A' && c <= 'Z';
}

/// Whether `c` is an ASCII letter, a digit or '_'.
constexpr bool is_word(char c) noexcept {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/// `text` without leading and trailing characters of `blanks`.
constexpr std::string_view trimmed(std::string_view text,
                                   std::string_view blanks = " \t") noexcept {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace codeweaver::base
