// Lines and columns of a parsed settings file as bytes of its text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::settings {

/// The first byte of a line, counted from 1; the size of the text if it has fewer lines. A byte
/// order mark belongs to no line. Cost: linear in the text.
constexpr std::size_t line_begin(std::string_view text, std::size_t line) noexcept {
  std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (; line > 1 && begin < text.size(); --line) {
    const auto end = text.find('\n', begin);
    if (end == std::string_view::npos) return text.size();
    begin = end + 1;
  }
  return begin;
}

/// The byte at a line and a column, which counts characters from 1.
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

/// The byte at a source position of toml++.
template <typename Position>
constexpr std::size_t offset_of(std::string_view text, const Position& at) noexcept {
  return offset_of(text, at.line, at.column);
}

}  // namespace codeweaver::settings
