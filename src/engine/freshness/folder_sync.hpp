// FolderSync: brings the index of a folder up to date before a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "codeweaver/call_context.hpp"
#include "engine/freshness/folder_runs.hpp"
#include "engine/freshness/freshness.hpp"
#include "engine/freshness/freshness_step.hpp"
#include "engine/freshness/index_repair.hpp"
#include "engine/freshness/shared_run.hpp"
#include "engine/freshness/watched_tree.hpp"

namespace codeweaver::engine {

/// See the members of WorkspaceOptions.
struct SyncOptions {
  std::chrono::milliseconds patience{1000};
  bool checks_tree = true;
  std::optional<std::chrono::milliseconds> first_index_wait{};
  std::chrono::milliseconds first_index_patience{0};
};

/// Thread safety: calls may be concurrent; searches that arrive together share a check.
class FolderSync {
 public:
  /// `runs` and `repair` must outlive it.
  FolderSync(FolderRuns& runs, const IndexRepair& repair, std::filesystem::path root,
             SyncOptions options)
      : runs_(runs), repair_(repair), root_(std::move(root)), options_(options) {}

  /// Builds the first index, or indexes changed files, as far as a search waits for it. Errors: of
  /// a first run if nothing is indexed; damage that a repair can remove; kCancelled.
  Result<Freshness> run(const CallContext& call);
  /// Searches skip checks while a watch of it is up to date.
  WatchedTree& watched() noexcept { return watched_; }

 private:
  IndexCondition look() const;
  bool wait_for_first_index(const std::stop_token& stop);
  Result<Freshness> check(const CallContext& call);
  void index_first(IndexCondition& now, std::optional<Error>& met, const CallContext& call);
  void update(IndexCondition& now, std::optional<Error>& met, Freshness& out,
              const CallContext& call);
  MetFault fault_of(const Error& error) const;

  FolderRuns& runs_;
  const IndexRepair& repair_;
  std::filesystem::path root_;
  SyncOptions options_;
  WatchedTree watched_;
  SharedRun<Freshness> checks_;
  std::mutex mutex_;  // guards first_wait_begin_
  std::optional<std::chrono::steady_clock::time_point> first_wait_begin_;
};

}  // namespace codeweaver::engine
