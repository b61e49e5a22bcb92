// Lines as units: for text without a tree, and for leaves that are too large.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chunk/line_index.hpp"

namespace codeweaver::chunk {

/// A line or a slice of a line, without surrounding white space.
struct LineUnit {
  syntax::ByteRange range;
  std::uint32_t tokens = 0;
  std::uint32_t indent = 0;  ///< columns before the first character; a tab counts as 4
};

/// Lines that were sliced, for a warning.
struct SlicedLines {
  std::uint32_t count = 0;
  std::uint32_t first = 0;  ///< 1-based number of the first one

  /// The warning text. Empty if no line was sliced.
  std::string warning(std::uint32_t hard_limit) const;
};

/// Appends the non-blank lines of `range`. A line above `hard_limit` tokens is sliced into runs of
/// at most 128 bytes, between characters and if possible between words, so any number of them can
/// be joined again. Cost: O(bytes).
void append_line_units(const LineIndex& lines, syntax::ByteRange range, std::uint32_t hard_limit,
                       std::vector<LineUnit>& out, SlicedLines& sliced);

}  // namespace codeweaver::chunk
