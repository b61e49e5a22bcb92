// Dense search over a snapshot: searches each part's index, then merges the results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codeweaver/result.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

/// Returns the best `limit` chunks by cosine with `query` (unit length), among live and allowed
/// chunks, best first; ties as in search_lexical(). Never finds chunks without a vector. All kinds
/// of indexes give the same scores; kFaissHnsw and, in large segments, kScan may miss a chunk.
/// kScan costs a pass over the codes. Errors: kInvalidArgument ("DIMENSION_MISMATCH").
Result<std::vector<ScoredChunk>> search_dense(const Snapshot& snapshot,
                                              std::span<const float> query,
                                              std::span<const ChunkSet> allowed, std::size_t limit);

}  // namespace codeweaver::store
