// Dense search over a snapshot: each part's index, then one merge.
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

/// Best `limit` chunks by cosine with `query` (unit length) over the live and allowed ones, best
/// first; ties as above. Chunks without a vector are never found. Scores of all index kinds are the
/// same; kFaissHnsw and, in large segments, kScan may miss a chunk. kScan costs a pass over codes.
/// Errors: kInvalidArgument ("DIMENSION_MISMATCH").
Result<std::vector<ScoredChunk>> search_dense(const Snapshot& snapshot,
                                              std::span<const float> query,
                                              std::span<const ChunkSet> allowed, std::size_t limit);

}  // namespace codeweaver::store
