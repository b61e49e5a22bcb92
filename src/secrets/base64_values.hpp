// Decodes base64 in a text, for the search for secrets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "secrets/characters.hpp"

namespace codeweaver::secrets {

/// Decodes base64 up to the first other character. Drops an incomplete last byte.
inline std::string base64_decoded(std::string_view text) {
  std::string out;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    if (!is_in(c, kAlnum | kBase64Sign)) break;
    const unsigned value = is_in(c, kUpper)   ? static_cast<unsigned>(c - 'A')
                           : is_in(c, kLower) ? static_cast<unsigned>(c - 'a') + 26
                           : is_in(c, kDigit) ? static_cast<unsigned>(c - '0') + 52
                           : c == '+'         ? 62U
                                              : 63U;
    bits = (bits << 6U | value) & 0xFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFU);
  }
  return out;
}

}  // namespace codeweaver::secrets
