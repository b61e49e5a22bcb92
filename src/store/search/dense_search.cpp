// Dense search over a snapshot: searches each part's index, then merges the results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/dense_search.hpp"

#include "store/search/faiss_index.hpp"
#include "store/search/top_list.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {

Result<std::unique_ptr<const VectorIndex>> make_vector_index(std::shared_ptr<const Segment> segment,
                                                             VectorIndexKind kind) {
  switch (kind) {
    case VectorIndexKind::kFaissFlat:
      return make_faiss_flat(std::move(segment));
    case VectorIndexKind::kFaissHnsw:
      return make_faiss_hnsw(std::move(segment));
    case VectorIndexKind::kScan:
      break;
  }
  return make_vector_scan(std::move(segment), best_dot_kernels());
}

Result<std::vector<ScoredChunk>> search_dense(const Snapshot& snapshot,
                                              std::span<const float> query,
                                              std::span<const ChunkSet> allowed,
                                              std::size_t limit) {
  TopList top(limit, SnapshotOrder(snapshot));
  for (std::size_t p = 0; p < snapshot.parts.size(); ++p) {
    const Snapshot::Part& part = snapshot.parts[p];
    if (!part.vectors) continue;
    if (part.segment->dimension() != query.size())
      return Error{ErrorCategory::kInvalidArgument,
                   "DIMENSION_MISMATCH",
                   "The index has vectors of " + std::to_string(part.segment->dimension()) +
                       " dimensions, the query has " + std::to_string(query.size()),
                   "searching vectors",
                   "Search with the embedder that built the index, or rebuild the index",
                   RemedyKind::kRebuild};
    ChunkSet wanted = part.live;
    if (!allowed.empty()) wanted &= allowed[p];
    for (ScoredChunk hit : part.vectors->search(query, wanted, limit)) {
      hit.part = static_cast<std::uint32_t>(p);
      top.offer(hit);
    }
  }
  return std::move(top).take();
}

}  // namespace codeweaver::store
