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
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/search_filter.hpp"
#include "engine/state_paths.hpp"
#include "engine/store_mirror.hpp"
#include "store/database.hpp"

namespace codeweaver::engine {

/// Opens them when they are first asked for, and keeps them.
/// Thread safety: calls may be concurrent.
class NamespaceSearchers {
 public:
  /// `mirror` keeps parts.store in line, where there is one; null: there is none.
  NamespaceSearchers(Indexer::Config config, HybridSearcher::Parts parts,
                     std::shared_ptr<StoreMirror> mirror)
      : config_(std::move(config)), parts_(std::move(parts)), mirror_(std::move(mirror)) {}

  /// Those with records that the filter's purpose and chunk strategy admit, at their newest state,
  /// in order of their keys. Cost: asks the database for its trees.
  /// Errors: as HybridSearcher::open but for kNotFound.
  Result<std::vector<std::shared_ptr<HybridSearcher>>> matching(const SearchFilter& filter,
                                                                const std::stop_token& stop);

 private:
  Result<void> restore(const StatePaths& paths, const std::stop_token& stop);
  Result<std::shared_ptr<HybridSearcher>> open(const NamespaceKey& key,
                                               const std::stop_token& stop);
  Result<std::shared_ptr<HybridSearcher>> open_newest(const std::string& tree);

  Indexer::Config config_;
  HybridSearcher::Parts parts_;
  std::shared_ptr<StoreMirror> mirror_;
  std::mutex mutex_;  // guards what follows
  std::optional<store::Database> database_;
  std::uint64_t inode_ = 0;                                      // of its file
  std::map<std::string, std::shared_ptr<HybridSearcher>> open_;  // by tree
};

/// Whether a filter's purpose and chunk strategy admit a namespace.
inline bool admits_namespace(const SearchFilter& filter, const NamespaceKey& key) {
  return (!filter.purpose || *filter.purpose == key.purpose) &&
         (filter.chunk_strategy.empty() || filter.chunk_strategy == key.chunk_strategy);
}

}  // namespace codeweaver::engine
