// Dense scores: the cosines of a few chosen chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

/// Cosine of each of `chunks` with `query` (unit length), the same as in search_dense(). 0 for
/// chunks without a vector and for parts of another dimension. Cost: one 16-bit product per chunk.
std::vector<float> score_dense(const Snapshot& snapshot, std::span<const float> query,
                               std::span<const ChunkKey> chunks);

}  // namespace codeweaver::store
