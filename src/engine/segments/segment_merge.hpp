// Merging of a tree's segments beside searches and edits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <stop_token>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// Segments that a tree has; 0: it has no manifest that can be read.
std::size_t segment_count(const StatePaths& paths);

/// Merges segments until segments_to_merge() asks for nothing more, and returns how many merges
/// were committed. The copying needs no lock: edits and searches go on, here and in other
/// processes. A commit takes `turn` (where given) and the index lock for milliseconds, and marks
/// what was deleted meanwhile; when the inputs are gone by then, the work is dropped. The files
/// that the tree holds stay the same, and so does its generation. One process of a state merges at
/// a time, the others return 0. What a kill leaves is removed by the next commit. Errors: kIo,
/// kCancelled, kUnavailable "INDEX_LOCKED" (after waiting long), those of store::merge_segments.
Result<std::size_t> merge_segments(const StatePaths& paths, std::timed_mutex* turn,
                                   std::stop_token stop);

}  // namespace codeweaver::engine
