// Line ends of text that is added to a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::cli {

/// Returns `added` with the line ends of `text`, as its first line shows them.
inline std::string in_line_ends_of(std::string_view text, std::string_view added) {
  const auto first = text.find('\n');
  const bool has_returns = first != std::string_view::npos && first > 0 && text[first - 1] == '\r';
  std::string out;
  for (const char c : added) {
    if (c == '\n' && has_returns) out += '\r';
    out += c;
  }
  return out;
}

}  // namespace codeweaver::cli
