// Lines of a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace codeweaver::base {

/// Lines of `text` without their terminators ("
/// " or "\r
/// ").
inline std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// Whether a line has only white space.
inline bool is_blank(std::string_view line) noexcept {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// Average length of the lines of `text` in bytes, including their terminators; 0 for an empty
/// text.
inline std::size_t bytes_per_line(std::string_view text) noexcept {
  if (text.empty()) return 0;
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return text.size() / (ends + (text.back() == '\n' ? 0 : 1));
}

}  // namespace codeweaver::base
