// FolderRuns: the calls that change the index of a project's folder, one at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/indexer.hpp"
#include "engine/segments/merge_policy.hpp"
#include "engine/segments/merge_worker.hpp"
#include "engine/segments/segment_merge.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_mirror.hpp"

namespace codeweaver::engine {

/// Records the messages of past commits for searches by report. Missing entries are read on demand.
/// Differences of commits are the most expensive part, so their number is limited by the `files`
/// that a run read: they take at most a tenth of its time.
void record_commits(const StatePaths& tree, const std::filesystem::path& root, std::size_t files,
                    bool rebuild = false);

/// After each run, updates the store and the log of past commits. Thread safety: calls may be
/// concurrent; they wait for one another.
class FolderRuns {
 public:
  struct Parts {
    std::shared_ptr<Logger> logger{};       ///< null: no logs
    std::shared_ptr<StoreMirror> mirror{};  ///< null: there is no store
    bool past_commits = false;              ///< runs record past commits
  };

  /// \param on_replaced Called after a run that may have created a new database file.
  FolderRuns(Indexer indexer, const Indexer::Config& config, Parts parts,
             std::function<void()> on_replaced);

  /// One run, without merges. Errors: those of Indexer::run().
  Result<IndexReport> index(const IndexRequest& request, const CallContext& call);
  /// Builds the first index. Errors: also kUnavailable "INDEX_LOCKED" (another process indexes),
  /// kCancelled.
  Result<void> index_first(const CallContext& call);
  /// Indexes changed files for as long as a search waits. Errors: those of Indexer::refresh();
  /// kUnavailable "INDEX_LOCKED" (another run did not end within a fraction of a second).
  Result<RefreshReport> refresh(std::chrono::milliseconds patience, const CallContext& call);
  /// Indexes changes at these paths. Errors: those of Indexer::update().
  Result<std::size_t> update(std::span<const std::string> paths, const CallContext& call);
  /// Merges segments of a tree. No caller waits for it, so failures are logged.
  void merge(const StatePaths& tree, std::stop_token stop);
  /// Merges segments of the folder on another thread.
  void merge_later() { merges_.notify(); }

  /// Writes the changes of a tree to the store, if there is one.
  Result<void> sync(const std::string& tree, const CallContext& call);
  /// Like sync(), for calls that must leave the store up to date: waits for another writer.
  Result<void> sync_when_unlocked(const std::string& tree, const CallContext& call);

  /// Excludes other runs of this object while the result lives. Do not call other members then.
  std::unique_lock<std::timed_mutex> exclude() { return std::unique_lock(runs_); }
  Indexer& indexer() noexcept { return indexer_; }
  StatePaths paths() const { return {config_.state_dir, config_.tree}; }

 private:
  Result<IndexReport> index_once(const IndexRequest& request, const CallContext& call);
  void record(std::size_t files, bool rebuild = false) const;

  Indexer indexer_;
  const Indexer::Config& config_;
  Parts parts_;
  std::function<void()> on_replaced_;
  std::timed_mutex runs_;  // locked by calls that may change the index of the folder or a namespace
  MergeWorker merges_{[this](std::stop_token stop) { merge(paths(), std::move(stop)); },
                      [this] { return segment_count(paths()) > kMostSegments; }};
};

}  // namespace codeweaver::engine
