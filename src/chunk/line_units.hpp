// Lines as units: for text without a tree, and for leaves that are too large.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chunk/line_index.hpp"

namespace codeweaver::chunk {

/// A line, or a slice of one, trimmed of white space.
struct LineUnit {
  syntax::ByteRange range;
  std::uint32_t tokens = 0;
  std::uint32_t indent = 0;  ///< columns before the first character; a tab counts as 4
};

/// Lines that had to be sliced, for a warning.
struct SlicedLines {
  std::uint32_t count = 0;
  std::uint32_t first = 0;  ///< 1-based number of the first of them

  /// Says so; empty when there are none.
  std::string warning(std::uint32_t hard_limit) const;
};

/// Appends the lines of `range` that hold more than white space. A line above `hard_limit` tokens
/// is sliced into runs of at most 128 bytes, between characters and if possible between words, so
/// that any number of them can be joined again. Cost: O(bytes).
void append_line_units(const LineIndex& lines, syntax::ByteRange range, std::uint32_t hard_limit,
                       std::vector<LineUnit>& out, SlicedLines& sliced);

}  // namespace codeweaver::chunk
