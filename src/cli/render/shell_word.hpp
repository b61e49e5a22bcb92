// Quotes words for a shell.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace codeweaver::cli {

/// Returns `text` as one word of a command line, in quotes if necessary.
inline std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain = "/._-+=:,@%";
  std::string out;
  bool is_plain = !text.empty();
  for (const char c : text) {
    is_plain = is_plain && (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                            kPlain.find(c) != std::string_view::npos);
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return is_plain ? out : "'" + out + "'";
}

}  // namespace codeweaver::cli
