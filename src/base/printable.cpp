// Replaces characters that a terminal would obey.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/printable.hpp"

#include <cstddef>

namespace codeweaver::base {
namespace {

/// Returns the size in bytes of the first character if a terminal would act on it: C1 controls and
/// characters that change the text direction (U+202A to U+202E, U+2066 to U+2069). 0: harmless.
std::size_t obeyed_size(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() >= 2 && at(0) == 0xC2 && at(1) >= 0x80 && at(1) <= 0x9F) return 2;
  if (text.size() < 3 || at(0) != 0xE2) return 0;
  const bool turns = (at(1) == 0x80 && at(2) >= 0xAA && at(2) <= 0xAE) ||
                     (at(1) == 0x81 && at(2) >= 0xA6 && at(2) <= 0xA9);
  return turns ? 3 : 0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 && byte != '\n' && byte != '\t') {
      out += {'\xE2', '\x90', static_cast<char>(0x80 + byte)};
    } else if (byte == 0x7F) {
      out += "\xE2\x90\xA1";
    } else if (const auto size = obeyed_size(text.substr(i)); size > 0) {
      out += "\xEF\xBF\xBD";
      i += size;
      continue;
    } else {
      out += text[i];
    }
    ++i;
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  constexpr std::string_view kLineEnd = "\r\n";
  std::string out;
  for (;;) {
    const auto end = text.find(kLineEnd);
    out += printable(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += kLineEnd;
    text.remove_prefix(end + kLineEnd.size());
  }
}

}  // namespace codeweaver::base
