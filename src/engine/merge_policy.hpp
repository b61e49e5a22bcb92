// MergePolicy: which segments are written again when an edit adds one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace codeweaver::engine {

/// Files of one segment.
struct SegmentLoad {
  std::size_t alive = 0, dead = 0;
};

/// Most segments of a tree: each costs every query another pass.
inline constexpr std::size_t kMaxSegments = 8;

/// Numbers of the segments, ascending, whose live files go into the new segment with `added` files.
/// Sizes are kept apart geometrically, as in a log-structured merge tree, so that over a long row
/// of edits a file is written again a logarithmic number of times. A single edit merges few files;
/// only one in many reaches up to the next larger segment. Segments more than half dead go always.
std::vector<std::size_t> segments_to_merge(std::span<const SegmentLoad> segments,
                                           std::size_t added);

}  // namespace codeweaver::engine
