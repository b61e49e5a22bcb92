// Indexer: updates the index of one folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INDEXER_HPP_
#define CODEWEAVER_INDEXER_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Embedder;
class Logger;
struct Difference;  // codeweaver/reconcile.hpp

/// Result of Indexer::refresh().
struct RefreshReport {
  std::size_t files = 0;            ///< changed files that this call indexed or removed
  std::vector<std::string> left{};  ///< changed files that remain, in path order
  /// A full run is needed: the settings changed since the last run, or that run was interrupted.
  /// The repair does not fit into `patience` and was not done; `left` is empty.
  bool needs_run = false;
};

/// Writes the index of `root` under `state_dir`; never writes into `root`.
/// Thread safety: one run at a time per object. Runs of one state directory exclude each other,
/// also across processes. Meanwhile searchers read the last committed state.
/// The CallContext of a call reaches the embedder. A stop ends the call. A deadline limits only the
/// requests of the embedder in refresh() and update(); run() and merge() ignore it.
class Indexer {
 public:
  struct Config {
    std::filesystem::path root{};
    std::filesystem::path state_dir{};
    std::string project_id{};    ///< empty: the name of the folder
    std::string display_name{};  ///< empty: project_id
    IndexOptions options{};
    std::string tree{};  ///< see HybridSearcher::Tree::name
  };
  struct Parts {
    std::shared_ptr<const Embedder> embedder{};  ///< null: no dense search
    std::shared_ptr<Logger> logger{};            ///< null: no logs
  };

  /// A missing folder is accepted if its state has an index: searches work, and runs fail.
  /// Errors: kNotFound "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY", kIo.
  static Result<Indexer> create(Config config, Parts parts);
  Indexer(Indexer&&) noexcept;
  Indexer& operator=(Indexer&&) noexcept;
  ~Indexer();

  /// Indexes all files that changed since the last run (compares size and time, then the content
  /// hash). A stop request ends the run early with status kCancelled; finished work is kept, and
  /// the next run continues. Files that fail are listed in the report; they never fail the run.
  /// Cost: about four times the time of parsing the changed files alone.
  /// Errors: kUnavailable "INDEX_LOCKED", kCorruption (schema), kInvalidArgument "MODEL_MISMATCH",
  /// "TOO_MANY_FILES", kIo.
  Result<IndexReport> run(const IndexRequest& request = {}, const CallContext& call = {});

  /// Merges small segments if there are many. run() does this at its end unless
  /// IndexRequest::defer_merges is set. Copies their contents: reads, parses and embeds no file.
  /// Edits and searches can continue meanwhile. Returns the number of committed merges. A stop
  /// request loses no work. Errors: kIo, kCorruption, kCancelled, kUnavailable "INDEX_LOCKED".
  Result<std::size_t> merge(const CallContext& call = {});

  /// Returns the last run if it left a checkpoint and no run is active; else nullopt. An unreadable
  /// checkpoint counts as none.
  std::optional<InterruptedRun> interrupted_run() const;

  /// Indexes changed files for about `patience`, then returns the changed files that are left; the
  /// next call continues with them. A patience of zero indexes nothing. Does not merge segments.
  /// Cost: as count_changes() if nothing changed, without taking the lock. A single large file, or
  /// the repair of an interrupted run, can exceed `patience`.
  /// Errors: as run(), kNotFound "INDEX_NOT_FOUND".
  Result<RefreshReport> refresh(
      std::chrono::milliseconds patience = std::chrono::milliseconds::max(),
      const CallContext& call = {});

  /// Indexes the given files and folders, which the caller knows were added, removed or modified.
  /// Paths are relative to the root, or absolute. Returns the number of changed files. Checks no
  /// other files, except in three cases where it checks the whole tree like refresh(): an ignore
  /// file is among the paths, the settings differ from the last run, or another process indexed
  /// meanwhile.
  /// Cost: linear in the given files, plus reading git's index if there is one.
  /// Errors: as run(), kNotFound "INDEX_NOT_FOUND", kInvalidArgument "PATH_OUTSIDE_PROJECT".
  Result<std::size_t> update(std::span<const std::string> paths, const CallContext& call = {});

  /// Returns the differences between the folder and the index, by path. If there is no index, every
  /// file is missing from it. Errors: those of file discovery.
  Result<std::vector<Difference>> differences(const CallContext& call = {}) const;

  /// Returns the number of files added, changed or removed since the last run, compared by size and
  /// time only. Stops counting at `limit`. Errors: those of file discovery.
  Result<std::size_t> count_changes(std::size_t limit = SIZE_MAX) const;

 private:
  struct Impl;
  explicit Indexer(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEXER_HPP_
