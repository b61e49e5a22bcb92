// Colours of code in the terminal: keywords, strings and comments, by the language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace codeweaver::cli {

enum class TokenKind : std::uint8_t { kPlain, kKeyword, kString, kComment };

struct LanguageTokens;

/// Tells the tokens of lines, which it is given in order. It knows no grammar: a few marks and a
/// list of words for each language, none for those that it does not know.
class Highlighter {
 public:
  /// `language`: an id of the language table.
  explicit Highlighter(std::string_view language);
  /// The kind of each byte of the next line.
  std::vector<TokenKind> next_line(std::string_view line);

 private:
  const LanguageTokens* tokens_;
  std::string_view open_{};  // what ends the comment or text that goes on over the line's end
  TokenKind open_kind_ = TokenKind::kPlain;
};

}  // namespace codeweaver::cli
