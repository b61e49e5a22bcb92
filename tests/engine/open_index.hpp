// An open index of a small project, for tests of the stages of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/intent_classifier.hpp"
#include "engine/fixture.hpp"
#include "engine/searching/open/search_context.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/tree_view.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// An open index of the small shop, or of parts of this library, and what a query reads of it.
class OpenIndex {
 public:
  explicit OpenIndex(const std::vector<std::string>& folders = {})
      : project_(folders.empty() ? "shop" : "") {
    const auto root = std::filesystem::path(CODEWEAVER_SOURCE_DIR);
    for (const auto& folder : folders) {
      std::filesystem::create_directories((project_.root() / folder).parent_path());
      std::filesystem::copy(root / folder, project_.root() / folder,
                            std::filesystem::copy_options::recursive);
    }
    REQUIRE(project_.index().status == IndexStatus::kSuccess);
    const StatePaths paths{project_.state()};
    snapshot_ = *store::open_snapshot(paths.segments());
    database_ = std::make_unique<store::Database>(
        std::move(*store::Database::open_read_only(paths.database())));
    tree_.emplace(*database_->tree(""));
    identity_ = {*database_->project(), "codeweaver", "static", "codeweaver-scan"};
    parts_.embedder = test::embedder();
    parts_.reranker = test::reranker();
    parts_.intents = std::make_shared<const IntentClassifier>();
  }

  const store::Snapshot& snapshot() const { return *snapshot_; }
  const store::Database& database() const { return *database_; }
  const store::TreeView& tree() const { return *tree_; }
  SearchContext context() const {
    return {*snapshot_, *tree_, chunks_, identity_, statistics_, parts_, collection_, lacking_};
  }
  HybridSearcher::Parts& parts() { return parts_; }
  std::filesystem::path root() const { return project_.root(); }
  const std::filesystem::path state() const { return project_.state(); }
  std::string path_of(const store::ChunkKey& key) const {
    return std::string(snapshot_->parts[key.part].segment->chunk(key.chunk).path);
  }

 private:
  test::ProjectFixture project_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  std::unique_ptr<store::Database> database_;
  std::optional<store::TreeView> tree_;
  mutable ChunkCache chunks_{kChunkCacheBytes};
  IndexIdentity identity_;
  IndexStatistics statistics_;
  HybridSearcher::Parts parts_;
  RecordCollection collection_;
  Contents lacking_;
};

/// Of the shop, opened once.
inline OpenIndex& open_shop() {
  static OpenIndex made;
  return made;
}

}  // namespace codeweaver::engine
