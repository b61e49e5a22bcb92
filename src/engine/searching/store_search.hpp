// Candidates of a query from a vector store, as chunks of the snapshot that answers it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "engine/searching/filter.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

/// How many records to ask for: scores of the store's own vectors and weights differ a little from
/// those of the segments, so that the last places of a list may go to others.
std::size_t record_limit(std::size_t limit) noexcept;

/// The conditions of a filter that a store holds to.
RecordFilter record_filter(const CompiledFilter& filter);

/// Asks a store instead of the segments. It finds; the segments, at 16 bits and with today's
/// lengths, score what was found, so that an answer is the same whoever found its candidates.
/// Records that the snapshot lacks, as the store is older or newer, are left out.
class StoreSearch {
 public:
  /// All must outlive it; the filter is the store's part of what made `allowed`.
  StoreSearch(const VectorStore& store, const RecordCollection& collection,
              const CompiledFilter& filter, const store::Snapshot& snapshot,
              std::span<const store::ChunkSet> allowed);

  /// As store::search_lexical() and store::search_dense(). Errors: those of the store.
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
