// Vector indexes with FAISS: exact over decoded rows, and HNSW over the links in the segment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "store/search/vector_index.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::store {

/// Keeps the rows as floats: 4 bytes per dimension and chunk.
Result<std::unique_ptr<const VectorIndex>> make_faiss_flat(std::shared_ptr<const Segment> segment);

/// Candidate rows that a search of the graph keeps (efSearch), unless more results are wanted.
inline constexpr std::size_t kGraphEffort = 192;

/// Keeps the links in memory: about 150 bytes per chunk. If few chunks are allowed, it scans them
/// instead. Recall and cost grow with `effort`. Errors: kUnsupported ("NO_GRAPH"), kCorruption.
Result<std::unique_ptr<const VectorIndex>> make_faiss_hnsw(std::shared_ptr<const Segment> segment,
                                                           std::size_t effort = kGraphEffort);

}  // namespace codeweaver::store
