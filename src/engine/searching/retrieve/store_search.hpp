// Candidates of a query from a vector store, as chunks of a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "engine/searching/question/filter.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// Number of records to request for `limit` results. It is larger because the store's vectors and
/// weights give slightly different scores than the segments, which affects the end of the list.
std::size_t record_limit(std::size_t limit) noexcept;

/// The conditions of a filter that a store applies.
RecordFilter record_filter(const CompiledFilter& filter);

/// Searches a store instead of the segments. The store finds candidates; the segments score them,
/// with 16-bit vectors and current lengths. So answers do not depend on the source of the
/// candidates. Records that the snapshot does not have, because the store is older or newer, are
/// skipped.
class StoreSearch {
 public:
  /// All arguments must outlive it. `filter` must be the filter that `allowed` was computed from.
  StoreSearch(const VectorStore& store, const RecordCollection& collection,
              const CompiledFilter& filter, const store::Snapshot& snapshot,
              std::span<const store::ChunkSet> allowed);

  /// Like store::search_lexical() and store::search_dense(). Errors: those of the store.
  Result<std::vector<store::ScoredChunk>> lexical(const store::TermCoverage& query,
                                                  std::size_t limit) const;
  Result<std::vector<store::ScoredChunk>> dense(std::span<const float> query,
                                                std::size_t limit) const;

 private:
  std::vector<store::ChunkKey> places_of(std::span<const RecordHit> hits) const;

  const VectorStore& store_;
  const RecordCollection& collection_;
  RecordFilter filter_;
  const store::Snapshot& snapshot_;
  std::span<const store::ChunkSet> allowed_;
};

}  // namespace codeweaver::engine
