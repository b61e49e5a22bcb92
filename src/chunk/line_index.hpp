// LineIndex: where the lines of a text lie, and how many tokens any stretch of it has.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "codeweaver/types.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::chunk {

/// White space that a piece need not cover.
constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// Most tokens that to_line_edges() adds to a range.
inline constexpr std::uint32_t kLineEdgeTokens = 8;

/// Lines end at "\n"; a "\r" before it is white space of the line. A byte order mark at the start
/// counts as white space too, so no piece holds it. Keeps a view of the text.
/// Thread safety: immutable once built.
class LineIndex {
 public:
  /// Cost: one pass over the text, which counts its tokens.
  explicit LineIndex(std::string_view text);

  std::string_view text() const noexcept { return text_; }
  std::string_view text(syntax::ByteRange range) const noexcept {
    return text_.substr(range.begin, range.size());
  }
  /// The whole text without its byte order mark.
  syntax::ByteRange whole() const noexcept { return {first_, size()}; }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(text_.size()); }
  /// Zero-based number of lines; a final newline starts no further line.
  std::uint32_t line_count() const noexcept {
    return static_cast<std::uint32_t>(starts_.size() - 1);
  }
  /// Zero-based line that holds the byte. Cost: O(log lines).
  std::uint32_t line_of(std::uint32_t offset) const noexcept;
  /// Bytes of a line without its line end.
  syntax::ByteRange line(std::uint32_t index) const noexcept;
  /// 1-based lines that a non-empty range touches.
  Span span_of(syntax::ByteRange range) const noexcept;

  /// The range without white space at either end; empty (begin == end) when there is nothing else.
  syntax::ByteRange trim(syntax::ByteRange range) const noexcept;
  /// Extended over its first line's indentation and to the end of its last line, as far as only
  /// white space lies there.
  syntax::ByteRange to_line_edges(syntax::ByteRange range) const noexcept;
  /// Tokens of the range as count_tokens() has them, and its token_units().
  /// Cost: O(log bytes), and what a few hundred bytes cost, but for words longer than that.
  std::uint32_t tokens(syntax::ByteRange range) const noexcept;
  std::uint64_t units(syntax::ByteRange range) const noexcept;

 private:
  void count_units();
  /// Appends anchors up to the next one, which lies behind the last at `end`.
  void add_anchors(std::uint32_t end);

  std::string_view text_;
  std::uint32_t first_ = 0;            // after the byte order mark
  std::vector<std::uint32_t> starts_;  // of each line, then the size of the text
  // Places that no piece of text goes over, whatever stands before: the first byte of each line
  // that is no white space, and in long lines some that begin words or marks. Ascending, with the
  // token units from the first of them on.
  std::vector<std::uint32_t> anchors_;
  std::vector<std::uint64_t> units_before_;
};

}  // namespace codeweaver::chunk
