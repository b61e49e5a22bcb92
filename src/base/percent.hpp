// Percent-decoding (RFC 3986, section 2.1).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// The decoded bytes of `text`; nullopt: a '%' is not followed by two hexadecimal digits.
inline std::optional<std::string> percent_decoded(std::string_view text) {
  const auto digit = [&](std::size_t at) {
    const char c = at < text.size() ? text[at] : '\0';
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    const int high = digit(i + 1), low = digit(i + 2);
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return out;
}

}  // namespace codeweaver::base
