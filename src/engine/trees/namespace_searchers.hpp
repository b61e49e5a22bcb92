// Searchers for the namespaces of a project that other tools fill.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/search_filter.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_mirror.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Namespaces to search in addition to the folder's index.
struct FoundNamespaces {
  /// By NamespaceKey::to_string(), sorted.
  std::vector<std::pair<std::string, std::shared_ptr<HybridSearcher>>> searchers{};
  std::vector<std::string> warnings{};  ///< about repaired and skipped namespaces
  std::optional<Error> lost{};  ///< why the last skipped namespace was skipped; nullopt: none was
};

/// Opens searchers on first use and keeps them. Thread safety: calls may be concurrent.
class NamespaceSearchers {
 public:
  /// `mirror` keeps parts.store up to date; null: there is no store.
  NamespaceSearchers(Indexer::Config config, HybridSearcher::Parts parts,
                     std::shared_ptr<StoreMirror> mirror)
      : config_(std::move(config)), parts_(std::move(parts)), mirror_(std::move(mirror)) {}

  /// The namespaces with records that the filter's purpose and chunk strategy admit, in their
  /// newest state, sorted by key. Damaged ones are rebuilt from the database. If one cannot be
  /// opened because of a fault, its previous state is used, or it is skipped, with a warning. Cost:
  /// reads the list of trees from the database. Errors: those of the database; kCancelled;
  /// kInvalidArgument "MODEL_MISMATCH".
  Result<FoundNamespaces> matching(const SearchFilter& filter, const CallContext& call);

  /// Closes all searchers; the next use opens them again.
  void forget() {
    const std::lock_guard lock(mutex_);
    open_.clear();
    database_.reset();
  }

 private:
  Result<void> restore(const StatePaths& paths, const CallContext& call);
  Result<void> add(const NamespaceKey& key, const CallContext& call, FoundNamespaces& out);
  Result<std::shared_ptr<HybridSearcher>> open(const NamespaceKey& key, const CallContext& call,
                                               FoundNamespaces& out);
  Result<std::shared_ptr<HybridSearcher>> open_newest(const std::string& tree);

  Indexer::Config config_;
  HybridSearcher::Parts parts_;
  std::shared_ptr<StoreMirror> mirror_;
  std::mutex mutex_;  // guards the members below
  std::optional<store::Database> database_;
  std::uint64_t inode_ = 0;                                      // of the database file
  std::map<std::string, std::shared_ptr<HybridSearcher>> open_;  // by tree
};

}  // namespace codeweaver::engine
