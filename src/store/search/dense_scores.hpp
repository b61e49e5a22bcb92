// Dense scores: the cosines of a few chosen chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {

/// Cosine with `query` (unit length) of each of `chunks`, as search_dense gives it; 0 for those
/// without a vector and in parts of another dimension. Cost: one 16-bit product each.
std::vector<float> score_dense(const Snapshot& snapshot, std::span<const float> query,
                               std::span<const ChunkKey> chunks);

}  // namespace codeweaver::store
