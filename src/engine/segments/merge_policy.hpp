// MergePolicy: which segments become one.
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

/// Segments of a tree above which some are merged: each costs every query another pass.
inline constexpr std::size_t kMaxSegments = 8;
/// Above it, a process does not end before they are.
inline constexpr std::size_t kMostSegments = 16;

/// Numbers of the segments, ascending, that are to be merged to one; none: all is well. Sizes are
/// kept apart geometrically, as in a log-structured merge tree, so that over a long row of edits a
/// file is copied a logarithmic number of times, and most merges are of a few files. Segments more
/// than half dead go always.
std::vector<std::size_t> segments_to_merge(std::span<const SegmentLoad> segments);

}  // namespace codeweaver::engine
