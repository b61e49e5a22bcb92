// CommitSearchers: searchers of commits, which are indexed on first use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "codeweaver/call_context.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"

namespace codeweaver::engine {

/// Keeps the last few searchers. Thread safety: calls may be concurrent.
class CommitSearchers {
 public:
  /// `config` must outlive it. Commits are never searched in parts.store.
  CommitSearchers(const Indexer::Config& config, HybridSearcher::Parts parts)
      : config_(config), parts_(std::move(parts)) {
    parts_.store = nullptr;
  }

  /// The searcher of a commit (40 hex digits), which is indexed first if it is not in the index.
  /// Marks the commit as used. Errors: those of CommitRun; those of HybridSearcher::open().
  Result<std::shared_ptr<HybridSearcher>> open(const std::string& commit, const CallContext& call);
  /// The open searcher of a commit; null: there is none.
  std::shared_ptr<HybridSearcher> held(const std::string& commit);
  /// True if the commit is in the index.
  bool is_indexed(const std::string& commit) const;
  /// Closes all searchers.
  void forget();

 private:
  Result<void> index_if_new(const std::string& commit, const CallContext& call);

  const Indexer::Config& config_;
  HybridSearcher::Parts parts_;
  std::mutex indexing_;  // locked while a commit is indexed, so that other work does not wait
  std::mutex mutex_;     // guards open_
  std::map<std::string, std::shared_ptr<HybridSearcher>> open_;  // by commit
};

}  // namespace codeweaver::engine
