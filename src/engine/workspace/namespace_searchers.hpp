// Searchers of the namespaces that other tools fill for one project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/search_filter.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_mirror.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What a search has beside the folder's index.
struct FoundNamespaces {
  /// By NamespaceKey::to_string(), in order.
  std::vector<std::pair<std::string, std::shared_ptr<HybridSearcher>>> searchers{};
  std::vector<std::string> warnings{};  ///< of those that were repaired or left out
  std::optional<Error> lost{};          ///< why the last of those is left out; unset: none is
};

/// Opens them when they are first asked for, and keeps them.
/// Thread safety: calls may be concurrent.
class NamespaceSearchers {
 public:
  /// `mirror` keeps parts.store in line, where there is one; null: there is none.
  NamespaceSearchers(Indexer::Config config, HybridSearcher::Parts parts,
                     std::shared_ptr<StoreMirror> mirror)
      : config_(std::move(config)), parts_(std::move(parts)), mirror_(std::move(mirror)) {}

  /// Those with records that the filter's purpose and chunk strategy admit, at their newest state,
  /// in order of their keys. Damaged ones are made anew from the database; one that cannot be
  /// opened for a fault was searched in its previous state, or is left out with a warning. Cost:
  /// asks the database for its trees. Errors: those of the database; kCancelled; kInvalidArgument
  /// "MODEL_MISMATCH".
  Result<FoundNamespaces> matching(const SearchFilter& filter, const std::stop_token& stop);

  /// Opens all of them anew when they are next asked for.
  void forget() {
    const std::lock_guard lock(mutex_);
    open_.clear();
    database_.reset();
  }

 private:
  Result<void> restore(const StatePaths& paths, const std::stop_token& stop);
  Result<void> add(const NamespaceKey& key, const std::stop_token& stop, FoundNamespaces& out);
  Result<std::shared_ptr<HybridSearcher>> open(const NamespaceKey& key, const std::stop_token& stop,
                                               FoundNamespaces& out);
  Result<std::shared_ptr<HybridSearcher>> open_newest(const std::string& tree);

  Indexer::Config config_;
  HybridSearcher::Parts parts_;
  std::shared_ptr<StoreMirror> mirror_;
  std::mutex mutex_;  // guards what follows
  std::optional<store::Database> database_;
  std::uint64_t inode_ = 0;                                      // of its file
  std::map<std::string, std::shared_ptr<HybridSearcher>> open_;  // by tree
};

}  // namespace codeweaver::engine
