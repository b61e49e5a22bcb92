// MergePolicy: selects the segments to merge.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace codeweaver::engine {

/// Numbers of files in one segment.
struct SegmentLoad {
  std::size_t alive = 0, dead = 0;
};

/// With more segments in a tree some are merged: each segment costs every query another pass.
inline constexpr std::size_t kMaxSegments = 8;
/// With more segments, a process does not exit before a merge.
inline constexpr std::size_t kMostSegments = 16;

/// Ascending numbers of the segments to merge into one; empty: none. Keeps sizes geometrically
/// apart, like a log-structured merge tree. So over many edits a file is copied a logarithmic
/// number of times, and most merges are small. Segments with more than half of their files deleted
/// are always merged.
std::vector<std::size_t> segments_to_merge(std::span<const SegmentLoad> segments);

}  // namespace codeweaver::engine
