// Segments: which units make one piece, within the limits of the options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"
#include "chunk/partition.hpp"

namespace codeweaver::chunk {

/// Units first .. last - 1 of a row of units; never empty.
struct Segment {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// The options with min <= target <= max <= hard limit, and a hard limit of at least 256.
ChunkOptions consistent(ChunkOptions options) noexcept;

/// Cuts the row of `units` (trimmed, ascending) by partition(). Units that only close count
/// nothing there, so that they stay with what they close. Segments whose text exceeds the hard
/// limit are halved. `options` must be consistent().
std::vector<Segment> cut_segments(const LineIndex& lines, std::span<const syntax::ByteRange> units,
                                  std::span<const Boundary> boundaries,
                                  const ChunkOptions& options);

/// Nothing but closing signs or words ("}", ");", "end"): means nothing without what it closes.
bool is_closing(std::string_view text) noexcept;

}  // namespace codeweaver::chunk
