// VectorIndex: answers dense queries over one segment, by a scan or with FAISS.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/vectors/dot_kernels.hpp"

namespace codeweaver::store {

/// Every kind returns the inner product of the query with the stored vectors, so scores of
/// different kinds and segments are comparable. Thread safety: immutable.
class VectorIndex {
 public:
  virtual ~VectorIndex() = default;
  virtual VectorIndexKind kind() const noexcept = 0;
  /// At most `limit` of the `allowed` chunks that have a vector, best first, ties in chunk order;
  /// `part` is 0. `query` must have the segment's dimension, and `allowed` its size.
  virtual std::vector<ScoredChunk> search(std::span<const float> query, const ChunkSet& allowed,
                                          std::size_t limit) const = 0;
};

/// An index over `segment`, which must have vectors. The index keeps it alive. Errors: kUnsupported
/// ("NO_GRAPH": kFaissHnsw and a segment written for another kind), kCorruption (a damaged graph).
Result<std::unique_ptr<const VectorIndex>> make_vector_index(std::shared_ptr<const Segment> segment,
                                                             VectorIndexKind kind);

/// Whether a scan first narrows down the rows by their bit codes (if the segment has them), or
/// reads every row's 8-bit code.
enum class ScanStages : std::uint8_t { kNarrowFirst, kAllRows };

/// The scan with given kernels and stages, for tests and benchmarks.
std::unique_ptr<const VectorIndex> make_vector_scan(std::shared_ptr<const Segment> segment,
                                                    const DotKernels& kernels,
                                                    ScanStages stages = ScanStages::kNarrowFirst);

}  // namespace codeweaver::store
