// Checks that hold for the pieces of any text: exact lines, order, coverage, limits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chunk/chunk.hpp"
#include "codeweaver/text/token_count.hpp"

namespace codeweaver::chunk::testing {

inline std::string content(const std::string& text, const Piece& piece) {
  return text.substr(piece.range.begin, piece.range.size());
}

/// The first broken promise, or empty. Overlapping pieces are allowed only for text blocks.
inline std::string broken_promise(std::string_view text, const std::vector<Piece>& pieces,
                                  std::uint32_t hard_limit) {
  constexpr std::string_view kBlank = " \t\r\n\f\v";
  std::vector<char> is_covered(text.size(), 0);
  std::uint32_t last_begin = 0;
  std::uint32_t last_end = 0;
  std::uint32_t line = 1;
  std::size_t at = 0;
  for (const Piece& piece : pieces) {
    const auto [begin, end] = piece.range;
    const std::string where = "piece at byte " + std::to_string(begin) + ": ";
    if (begin >= end || end > text.size()) return where + "empty or outside of the text";
    const std::string_view content = text.substr(begin, end - begin);
    if (content.find_first_not_of(kBlank) == std::string_view::npos) return where + "blank";
    if (begin < last_begin) return where + "out of order";
    if (piece.source == ChunkSource::kAstNode && begin < last_end) return where + "overlaps";
    if (begin == last_begin && last_end > 0) return where + "repeats a whole piece";
    if (end <= last_end) return where + "adds nothing";
    for (; at < begin; ++at) line += text[at] == '\n' ? 1 : 0;
    if (piece.lines.start_line != line) return where + "wrong first line";
    std::uint32_t last_line = line;
    for (const char c : content.substr(0, content.size() - 1)) last_line += c == '\n' ? 1 : 0;
    if (piece.lines.end_line != last_line) return where + "wrong last line";
    if (piece.tokens != text::count_tokens(content)) return where + "wrong token count";
    if (piece.tokens > hard_limit) return where + "exceeds the hard limit";
    if ((static_cast<unsigned char>(content[0]) & 0xC0U) == 0x80U)
      return where + "cuts a character";
    if (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
      return where + "cuts a character at its end";
    for (std::size_t i = begin; i < end; ++i) is_covered[i] = 1;
    last_begin = begin;
    last_end = end;
  }
  for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i)
    if (is_covered[i] == 0 && kBlank.find(text[i]) == std::string_view::npos)
      return "byte " + std::to_string(i) + " is in no piece";
  return {};
}

}  // namespace codeweaver::chunk::testing
