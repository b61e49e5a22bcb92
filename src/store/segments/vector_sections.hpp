// Vector sections: all data about vectors in a segment, written from walks over the vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "codeweaver/result.hpp"
#include "store/layout/segment_file.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/vectors/vector_codes.hpp"

namespace codeweaver::store {

/// Calls a function with the vector of each chunk in order; empty: the chunk has none. Every walk
/// must give the same vectors.
using VectorWalk =
    std::function<Result<void>(const std::function<void(std::span<const float> vector)>& visit)>;

/// The code space (mean and spreads) of the vectors. Walks twice. Errors: those of the walk.
Result<CodeSpace> survey_vectors(std::size_t dimension, const VectorWalk& walk);

/// Writes the vector sections and the related header fields. `space` must come from the same
/// vectors. `present` has a flag per chunk. It streams, except for the bit codes (32 bytes per
/// chunk at 256 dimensions) and the graph for kFaissHnsw. Errors: kIo, those of the walk.
Result<void> write_vectors(SegmentFile& file, const CodeSpace& space,
                           std::span<const std::uint8_t> present, VectorIndexKind kind,
                           const VectorWalk& walk);

}  // namespace codeweaver::store
