// Vector indexes by FAISS: exact over decoded rows, and HNSW over the links in the segment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "store/vector_index.hpp"

namespace codeweaver::store {

/// Keeps the rows as floats: 4 bytes a dimension and chunk.
Result<std::unique_ptr<const VectorIndex>> make_faiss_flat(std::shared_ptr<const Segment> segment);

/// Keeps the links in memory: about 150 bytes a chunk. Queries that allow few chunks are scanned.
/// Errors: kUnsupported ("NO_GRAPH"), kCorruption.
Result<std::unique_ptr<const VectorIndex>> make_faiss_hnsw(std::shared_ptr<const Segment> segment);

}  // namespace codeweaver::store
