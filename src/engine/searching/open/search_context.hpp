// SearchContext: the data that queries on one open state read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/overlay/index_rows.hpp"
#include "engine/searching/open/chunk_cache.hpp"
#include "engine/searching/open/past_commits.hpp"
#include "engine/searching/open/symbol_graph.hpp"
#include "engine/state/index_identity.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// Everything must outlive the query.
struct SearchContext {
  const store::Snapshot& snapshot;
  IndexRows database;
  ChunkCache& chunks;
  const IndexIdentity& identity;
  const IndexStatistics& statistics;
  const HybridSearcher::Parts& parts;
  const RecordCollection& collection;   ///< of parts.store, if there is one
  const Contents& lacking;              ///< contents without vectors
  PastCommits* past_commits = nullptr;  ///< null: past commits are not used
  SymbolGraph* graph = nullptr;         ///< null: uses of names are not linked
};

}  // namespace codeweaver::engine
