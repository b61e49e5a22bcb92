// Merges a tree's segments while searches and edits continue.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <stop_token>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// Number of segments of a tree; 0: it has no readable manifest.
std::size_t segment_count(const StatePaths& paths);

/// Merges segments until segments_to_merge() returns none. Returns the number of committed merges.
/// Copying needs no lock: edits and searches continue, also in other processes. A commit takes
/// `turn` (if not null) and the index lock for milliseconds, and marks files that were deleted
/// meanwhile. If an input segment was removed meanwhile, the result is dropped. The files and the
/// generation of the tree do not change. Only one process merges a state at a time; others return
/// 0. Files left by a killed process are removed by the next commit. Errors: kIo, kCancelled,
/// kUnavailable "INDEX_LOCKED" (after a long wait), those of store::merge_segments.
Result<std::size_t> merge_segments(const StatePaths& paths, std::timed_mutex* turn,
                                   std::stop_token stop);

}  // namespace codeweaver::engine
