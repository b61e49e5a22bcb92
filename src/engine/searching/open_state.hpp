// OpenState: a committed state of a tree with all that is derived from it once, for queries.
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
#include "engine/searching/chunk_cache.hpp"
#include "engine/searching/past_commits.hpp"
#include "engine/state/database_pool.hpp"
#include "engine/state/index_identity.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

/// One committed state, or one under an overlay. Immutable once it is made.
struct OpenState {
  std::shared_ptr<const store::Snapshot> snapshot;
  IndexIdentity identity;
  IndexStatistics statistics;
  RecordCollection collection;
  Contents lacking;                             // that the embedder failed at, or has not come to
  bool is_partial = false;                      // of a first run that goes on, or was stopped
  std::shared_ptr<const OverlayLayer> layer{};  // null: there is no overlay
  std::shared_ptr<const OpenState> below{};     // that lies under it; null: the same

  /// The one without an overlay.
  const OpenState& committed() const { return below ? *below : *this; }
};

/// An overlay, and what its texts are cut by.
struct LaidOverlay {
  Overlay overlay;
  IndexOptions options;
};

/// What a searcher shares with those that lie over it with overlays.
struct SharedParts {
  /// Opens nothing yet.
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
  std::unique_ptr<PastCommits> past_commits;  // null: they are not looked at
  OverlayFiles overlay_files;
};

/// "INDEX_NOT_FOUND" of a state.
Error index_not_found(const std::filesystem::path& folder);

/// The newest committed state; segments that `previous` (may be null) holds are shared. Errors:
/// those of HybridSearcher::open().
Result<std::shared_ptr<const OpenState>> open_state(const SharedParts& shared,
                                                    const store::Database& database,
                                                    const store::Snapshot* previous = nullptr);

/// The same state under an overlay. Errors: those of HybridSearcher::with_overlay().
Result<std::shared_ptr<const OpenState>> lay_over(std::shared_ptr<const OpenState> below,
                                                  const LaidOverlay& laid, SharedParts& shared,
                                                  const store::Database& database);

/// Whether a snapshot is what a manifest names; merges change the segments of a generation.
bool is_snapshot_of(const store::Snapshot& snapshot, const store::Manifest& manifest);

}  // namespace codeweaver::engine
