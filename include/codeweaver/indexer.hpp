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
  /// True if the whole tree must be indexed, and this would take longer than `patience`. This is so
  /// if the settings changed since the last run, or if the last run was interrupted. `left` is then
  /// empty: call Indexer::run().
  bool needs_run = false;
};

/// Writes the index of the folder `root` to `state_dir`. Never changes the files of `root`.
/// Thread safety: only one run at a time per object. Only one process at a time can write to a
/// state directory. During a run, searchers read the last committed state. Calls pass their
/// CallContext to the embedder. A stop request ends any call. A deadline only limits the requests
/// of the embedder in refresh() and update(); run() and merge() ignore it.
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

  /// Creates an indexer. `root` may be missing if `state_dir` already has its index; then only runs
  /// fail.
  /// Errors: kNotFound "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY", kIo.
  static Result<Indexer> create(Config config, Parts parts);
  Indexer(Indexer&&) noexcept;
  Indexer& operator=(Indexer&&) noexcept;
  ~Indexer();

  /// Indexes all files that changed since the last run. Compares size and time, then the hash of
  /// the content. After a stop request, the run ends early with the status kCancelled; finished
  /// work is kept, and the next run continues. A file that fails is listed in the report and does
  /// not fail the run.
  /// Cost: about four times the time of only parsing the changed files.
  /// Errors: kUnavailable "INDEX_LOCKED", kCorruption (schema), kInvalidArgument "MODEL_MISMATCH",
  /// "TOO_MANY_FILES", kIo.
  Result<IndexReport> run(const IndexRequest& request = {}, const CallContext& call = {});

  /// Merges small segments of the index if there are many, and returns the number of committed
  /// merges. run() does this at its end unless IndexRequest::defer_merges is set. A merge copies
  /// data of the index; it does not read, parse or embed files. Meanwhile, files can be indexed and
  /// searched. After a stop request, finished merges are kept.
  /// Errors: kIo, kCorruption, kCancelled, kUnavailable "INDEX_LOCKED".
  Result<std::size_t> merge(const CallContext& call = {});

  /// Returns the last run if it left a checkpoint and no run is active; otherwise nullopt. A
  /// checkpoint that cannot be read is ignored.
  std::optional<InterruptedRun> interrupted_run() const;

  /// Indexes changed files for about `patience`, and reports those that are left; the next call
  /// continues with them. If `patience` is zero, indexes nothing. Does not merge segments.
  /// Cost: that of count_changes() if nothing changed; the lock is not taken then. A single large
  /// file, or the repair of an interrupted run, can exceed `patience`.
  /// Errors: those of run(); kNotFound "INDEX_NOT_FOUND".
  Result<RefreshReport> refresh(
      std::chrono::milliseconds patience = std::chrono::milliseconds::max(),
      const CallContext& call = {});

  /// Indexes the given files and folders, which the caller knows were added, removed or modified.
  /// Paths are relative to the root, or absolute. Returns the number of changed files. Checks no
  /// other files. There are three exceptions, in which it checks the whole tree like refresh(): one
  /// of the paths is an ignore file, the settings differ from the last run, or another process has
  /// indexed since then.
  /// Cost: linear in the given files, plus reading git's index if there is one.
  /// Errors: those of run(); kNotFound "INDEX_NOT_FOUND"; kInvalidArgument "PATH_OUTSIDE_PROJECT".
  Result<std::size_t> update(std::span<const std::string> paths, const CallContext& call = {});

  /// Returns the differences between the folder and the index, sorted by path. If there is no
  /// index, every file is reported as missing. Errors: those of file discovery and of the database.
  Result<std::vector<Difference>> differences(const CallContext& call = {}) const;

  /// Returns the number of files that were added, changed or removed since the last run, at most
  /// `limit`. Compares size and time; reads only files that may have changed without a new time.
  /// Errors: those of file discovery and of the database.
  Result<std::size_t> count_changes(std::size_t limit = SIZE_MAX) const;

 private:
  struct Impl;
  explicit Indexer(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEXER_HPP_
