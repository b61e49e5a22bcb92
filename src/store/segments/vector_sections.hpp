// Vector sections: all that a segment holds about vectors, written from one walk over them.
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
/// gives the same.
using VectorWalk =
    std::function<Result<void>(const std::function<void(std::span<const float> vector)>& visit)>;

/// What the codes of these vectors are relative to. Two walks. Errors: those of the walk.
Result<CodeSpace> survey_vectors(std::size_t dimension, const VectorWalk& walk);

/// Writes the sections of the vectors that `space` was taken from, and what the header says of
/// them. `present` has a flag for each chunk. Streams, but for the bits (32 bytes a chunk at 256
/// dimensions) and with kFaissHnsw the graph. Errors: kIo, those of the walk.
Result<void> write_vectors(SegmentFile& file, const CodeSpace& space,
                           std::span<const std::uint8_t> present, VectorIndexKind kind,
                           const VectorWalk& walk);

}  // namespace codeweaver::store
