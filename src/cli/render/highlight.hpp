// Finds keywords, strings and comments for the colours of code in the terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace codeweaver::cli {

enum class TokenKind : std::uint8_t { kPlain, kKeyword, kString, kComment };

struct LanguageTokens;

/// Finds the tokens of lines, which must be passed in order. It uses no grammar, only a few markers
/// and a list of keywords per language. Unknown languages have no tokens.
class Highlighter {
 public:
  /// `language`: an ID of the language table.
  explicit Highlighter(std::string_view language);
  /// Returns the kind of each byte of the next line.
  std::vector<TokenKind> next_line(std::string_view line);

 private:
  const LanguageTokens* tokens_;
  std::string_view open_{};  // end marker of a comment or string that continues on the next line
  TokenKind open_kind_ = TokenKind::kPlain;
};

}  // namespace codeweaver::cli
