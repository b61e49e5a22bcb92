// OpenState: a committed state of a tree with everything that is derived from it for queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/vector_store.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/overlay/overlay_file.hpp"
#include "engine/overlay/overlay_layer.hpp"
#include "engine/searching/open/chunk_cache.hpp"
#include "engine/searching/open/past_commits.hpp"
#include "engine/searching/open/symbol_graph.hpp"
#include "engine/state/database_pool.hpp"
#include "engine/state/index_identity.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

/// One committed state, possibly with an overlay. Immutable.
struct OpenState {
  std::shared_ptr<const store::Snapshot> snapshot;
  IndexIdentity identity;
  IndexStatistics statistics;
  RecordCollection collection;
  Contents lacking;         // without vectors: the embedder failed or has not reached them
  bool is_partial = false;  // from a first index run that is active or was stopped
  std::shared_ptr<SymbolGraph> graph;           // of the snapshot
  std::shared_ptr<const OverlayLayer> layer{};  // null: there is no overlay
  std::shared_ptr<const OpenState> below{};  // the state under the overlay; null: the state itself

  /// The state without an overlay.
  const OpenState& committed() const { return below ? *below : *this; }
};

/// An overlay and the options for chunking its texts.
struct LaidOverlay {
  Overlay overlay;
  IndexOptions options;
};

/// Parts that a searcher shares with the searchers for overlays on top of it.
struct SharedParts {
  /// Opens nothing.
  SharedParts(const std::filesystem::path& state_dir, HybridSearcher::Parts given,
              HybridSearcher::Tree asked)
      : paths{state_dir, asked.name},
        parts(std::move(given)),
        tree(std::move(asked)),
        databases(paths.database(), paths.tree) {
    if (parts.past_commits) past_commits = std::make_unique<PastCommits>(paths);
  }

  StatePaths paths;
  HybridSearcher::Parts parts;
  HybridSearcher::Tree tree;
  DatabasePool databases;
  ChunkCache chunks{kChunkCacheBytes};
  std::shared_ptr<GraphCaches> graph_caches = std::make_shared<GraphCaches>();
  std::unique_ptr<PastCommits> past_commits;  // null: past commits are not used
  OverlayFiles overlay_files;
};

/// The error "INDEX_NOT_FOUND" for a state folder.
Error index_not_found(const std::filesystem::path& folder);

/// Opens the newest committed state. Shares the segments that `previous` (may be null) has open.
/// Errors: those of HybridSearcher::open().
Result<std::shared_ptr<const OpenState>> open_state(const SharedParts& shared,
                                                    const store::Database& database,
                                                    const store::Snapshot* previous = nullptr);

/// The same state under an overlay. Errors: those of HybridSearcher::with_overlay().
Result<std::shared_ptr<const OpenState>> lay_over(std::shared_ptr<const OpenState> below,
                                                  const LaidOverlay& laid, SharedParts& shared,
                                                  const store::Database& database);

/// True if the snapshot has the segments of the manifest; merges change the segments of a
/// generation.
bool is_snapshot_of(const store::Snapshot& snapshot, const store::Manifest& manifest);

}  // namespace codeweaver::engine
