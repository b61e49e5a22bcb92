// LineIndex: the line starts of a text, and the token count of any range.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "codeweaver/types.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::chunk {

/// White space that pieces need not include.
constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// Maximum number of tokens that to_line_edges() adds to a range.
inline constexpr std::uint32_t kLineEdgeTokens = 8;

/// Lines end at "\n"; a preceding "\r" is white space of the line. A byte order mark at the start
/// also counts as white space, so no piece includes it. Keeps a view of the text. Thread safety:
/// immutable once built.
class LineIndex {
 public:
  /// Cost: one pass over the text, which also counts tokens.
  explicit LineIndex(std::string_view text);

  std::string_view text() const noexcept { return text_; }
  std::string_view text(syntax::ByteRange range) const noexcept {
    return text_.substr(range.begin, range.size());
  }
  /// The whole text without its byte order mark.
  syntax::ByteRange whole() const noexcept { return {first_, size()}; }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(text_.size()); }
  /// Number of lines. A final newline does not start another line.
  std::uint32_t line_count() const noexcept {
    return static_cast<std::uint32_t>(starts_.size() - 1);
  }
  /// The zero-based line with the byte. Cost: O(log lines).
  std::uint32_t line_of(std::uint32_t offset) const noexcept;
  /// The bytes of a line without its line end.
  syntax::ByteRange line(std::uint32_t index) const noexcept;
  /// The 1-based lines that a non-empty range touches.
  Span span_of(syntax::ByteRange range) const noexcept;

  /// The range without white space at both ends. Empty (begin == end) if only white space.
  syntax::ByteRange trim(syntax::ByteRange range) const noexcept;
  /// Extends the range over the indentation of its first line and to the end of its last line, if
  /// only white space is there.
  syntax::ByteRange to_line_edges(syntax::ByteRange range) const noexcept;
  /// Tokens of the range as counted by count_tokens(), and its token_units(). Cost: O(log bytes)
  /// plus a few hundred bytes, except for longer words.
  std::uint32_t tokens(syntax::ByteRange range) const noexcept;
  std::uint64_t units(syntax::ByteRange range) const noexcept;

 private:
  void count_units();
  /// Appends anchors up to and including the next one, which is after the last anchor at `end`.
  void add_anchors(std::uint32_t end);

  std::string_view text_;
  std::uint32_t first_ = 0;            // after the byte order mark
  std::vector<std::uint32_t> starts_;  // of each line, then the size of the text
  // Places where no token continues, whatever precedes: the first non-blank byte of each line, and
  // in long lines some starts of words or marks. Ascending. units_before_ has the token units
  // from the first anchor to each.
  std::vector<std::uint32_t> anchors_;
  std::vector<std::uint64_t> units_before_;
};

}  // namespace codeweaver::chunk
