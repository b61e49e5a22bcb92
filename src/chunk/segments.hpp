// Segments: groups units into pieces, within the limits of the options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"
#include "chunk/partition.hpp"

namespace codeweaver::chunk {

/// The units first to last - 1; never empty.
struct Segment {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// The options with min <= target <= max <= hard limit, and a hard limit of at least 256.
ChunkOptions consistent(ChunkOptions options) noexcept;

/// Cuts the row of `units` (trimmed, ascending) with partition(). Closing units count as 0 tokens,
/// so they stay with the code they close. Segments above the hard limit are halved. `options` must
/// be consistent().
std::vector<Segment> cut_segments(const LineIndex& lines, std::span<const syntax::ByteRange> units,
                                  std::span<const Boundary> boundaries,
                                  const ChunkOptions& options);

/// Whether `text` has only closing signs or words ("}", ");", "end"), which mean nothing alone.
bool is_closing(std::string_view text) noexcept;

}  // namespace codeweaver::chunk
