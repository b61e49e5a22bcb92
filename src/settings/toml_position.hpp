// Converts lines and columns of a settings file to byte offsets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::settings {

/// Returns the offset of the first byte of a line, counted from 1, or the size of the text if it
/// has fewer lines. A byte order mark is not part of the first line. Cost: linear in the text.
constexpr std::size_t line_begin(std::string_view text, std::size_t line) noexcept {
  std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (; line > 1 && begin < text.size(); --line) {
    const auto end = text.find('\n', begin);
    if (end == std::string_view::npos) return text.size();
    begin = end + 1;
  }
  return begin;
}

/// Returns the offset of a line and a column. Columns count characters from 1.
constexpr std::size_t offset_of(std::string_view text, std::size_t line,
                                std::size_t column) noexcept {
  auto offset = line_begin(text, line);
  for (; column > 1 && offset < text.size(); --column) {
    ++offset;
    while (offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80)
      ++offset;
  }
  return offset;
}

/// Returns the offset of a source position of toml++.
template <typename Position>
constexpr std::size_t offset_of(std::string_view text, const Position& at) noexcept {
  return offset_of(text, at.line, at.column);
}

}  // namespace codeweaver::settings
