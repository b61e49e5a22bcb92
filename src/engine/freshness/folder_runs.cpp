// Runs that change the index of a project's folder, and the work after each of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/folder_runs.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/logger.hpp"
#include "engine/state/index_lock.hpp"
#include "engine/state/kept_commits.hpp"

namespace codeweaver::engine {
namespace {

/// How long a search waits for an index run before it answers without it.
constexpr auto kRunPatience = std::chrono::milliseconds(250);
/// Time between checks for the end of another writer of the store.
constexpr auto kMirrorPause = std::chrono::milliseconds(200);

}  // namespace

void record_commits(const StatePaths& tree, const std::filesystem::path& root, std::size_t files,
                    bool rebuild) {
  constexpr std::size_t kLeastDifferences = 20, kFilesADifference = 10;
  keep_commit_log(tree, root, std::max(kLeastDifferences, files / kFilesADifference), rebuild);
}

FolderRuns::FolderRuns(Indexer indexer, const Indexer::Config& config, Parts parts,
                       std::function<void()> on_replaced)
    : indexer_(std::move(indexer)),
      config_(config),
      parts_(std::move(parts)),
      on_replaced_(std::move(on_replaced)) {}

Result<IndexReport> FolderRuns::index(const IndexRequest& request, const CallContext& call) {
  auto once = request;
  once.defer_merges = true;
  once.wait_for_others = false;  // retry_while_locked() waits
  return retry_while_locked(
      paths(), request,
      [&] {
        const std::lock_guard turn(runs_);
        return index_once(once, call);
      },
      call.stop);
}

/// Requires runs_.
Result<IndexReport> FolderRuns::index_once(const IndexRequest& request, const CallContext& call) {
  auto report = indexer_.run(request, call);
  if (report && report->status != IndexStatus::kCancelled) {
    record(report->files_indexed, request.force);
    CODEWEAVER_TRY(sync_when_unlocked(config_.tree, call));
  }
  if (request.force) on_replaced_();
  return report;
}

Result<void> FolderRuns::index_first(const CallContext& call) {
  const std::lock_guard turn(runs_);
  CODEWEAVER_ASSIGN(const auto report, indexer_.run({}, call));
  if (report.status == IndexStatus::kCancelled)
    return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                 "The search was stopped while the project was indexed", "searching",
                 "Search again; finished work is kept."};
  record(report.files_indexed);
  return {};
}

Result<RefreshReport> FolderRuns::refresh(std::chrono::milliseconds patience,
                                          const CallContext& call) {
  const std::unique_lock turn(runs_, kRunPatience);
  if (!turn)
    return Error{ErrorCategory::kUnavailable, error_code::kIndexLocked,
                 "Another index run of this program is active", "indexing changed files",
                 "Wait until that run has ended."};
  auto report = indexer_.refresh(patience, call);
  // Usually another process is indexing the same change.
  if (!report && report.error().code == error_code::kIndexLocked &&
      base::FileLock::acquire_within(paths().lock(), kRunPatience, call.stop))
    report = indexer_.refresh(patience, call);
  if (report && report->files > 0) {
    record(report->files);
    merge_later();
  }
  return report;
}

Result<std::size_t> FolderRuns::update(std::span<const std::string> paths,
                                       const CallContext& call) {
  const std::lock_guard turn(runs_);
  CODEWEAVER_ASSIGN(const auto changed, indexer_.update(paths, call));
  if (changed > 0) record(changed);
  CODEWEAVER_TRY(sync_when_unlocked(config_.tree, call));
  merge_later();
  return changed;
}

void FolderRuns::merge(const StatePaths& tree, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  const auto merged = merge_segments(tree, &runs_, std::move(stop));
  if (!parts_.logger || (merged && *merged == 0)) return;
  LogRecord record;
  record.component = "indexer";
  record.operation = "merge_segments";
  record.project_id = config_.project_id;
  record.status = merged ? "success" : "failed";
  record.duration_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (merged) {
    record.context = {{"merges", *merged}};
  } else {
    const bool is_stopped = merged.error().category == ErrorCategory::kCancelled;
    record.level = is_stopped ? LogLevel::kInfo : LogLevel::kWarning;
    record.error = merged.error();
  }
  parts_.logger->log(record);
}

Result<void> FolderRuns::sync(const std::string& tree, const CallContext& call) {
  if (!parts_.mirror) return {};
  const auto done = parts_.mirror->sync(tree, call);
  return done ? Result<void>() : done.error();
}

Result<void> FolderRuns::sync_when_unlocked(const std::string& tree, const CallContext& call) {
  if (!parts_.mirror) return {};
  CODEWEAVER_TRY(parts_.mirror->sync_when_unlocked(
      tree, call, [] { std::this_thread::sleep_for(kMirrorPause); }));
  return {};
}

void FolderRuns::record(std::size_t files, bool rebuild) const {
  if (parts_.past_commits) record_commits(paths(), config_.root, files, rebuild);
}

}  // namespace codeweaver::engine
