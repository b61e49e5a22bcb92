// Indexer: brings the index of one folder up to date.
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
#include <stop_token>
#include <string>
#include <vector>

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
  std::size_t files = 0;            ///< changed files that were indexed or removed
  std::vector<std::string> left{};  ///< changed files that were not, in path order
  /// The settings changed since the last run, so every file has to be indexed again, or that run
  /// was interrupted. To repair that does not fit the patience: it was not done, and `left` is
  /// empty.
  bool needs_run = false;
};

/// Writes the index of `root` under `state_dir`; never writes into `root` itself.
/// Thread safety: one run at a time per object; runs of one state directory exclude each other
/// across processes. Searchers go on reading the last committed state meanwhile.
class Indexer {
 public:
  struct Config {
    std::filesystem::path root{};
    std::filesystem::path state_dir{};
    std::string project_id{};    ///< empty: the folder's name
    std::string display_name{};  ///< empty: project_id
    IndexOptions options{};
    std::string tree{};  ///< see HybridSearcher::Tree::name
  };
  struct Parts {
    std::shared_ptr<const Embedder> embedder{};  ///< null: no dense side
    std::shared_ptr<Logger> logger{};            ///< null: silent
  };

  /// Errors: kNotFound "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY", kIo.
  static Result<Indexer> create(Config config, Parts parts);
  Indexer(Indexer&&) noexcept;
  Indexer& operator=(Indexer&&) noexcept;
  ~Indexer();

  /// Indexes what changed since the last run (size and time, then content hash). A stop ends the
  /// run early with status kCancelled; what was done is kept and the next run continues.
  /// Files that fail are recorded in the report and never fail the run.
  /// Cost: about four times the time of parsing the changed files alone.
  /// Errors: kUnavailable "INDEX_LOCKED", kCorruption (schema), kInvalidArgument "MODEL_MISMATCH",
  /// "TOO_MANY_FILES", kIo.
  Result<IndexReport> run(const IndexRequest& request = {}, std::stop_token stop = {});

  /// Merges small segments where there are many, as run() does at its end unless asked not to.
  /// Their contents are copied: nothing is read, parsed or embedded. Edits and searches go on
  /// meanwhile. Returns how many merges were committed. A stop loses nothing. Errors: kIo,
  /// kCorruption, kCancelled, kUnavailable "INDEX_LOCKED".
  Result<std::size_t> merge(std::stop_token stop = {});

  /// The run before, where it left a checkpoint and no run goes on now; nullopt: none. A checkpoint
  /// that cannot be read counts as none.
  std::optional<InterruptedRun> interrupted_run() const;

  /// Indexes changed files for about `patience`, then returns the changed files that are left; the
  /// next call continues with them. A patience of zero indexes nothing. Does not merge segments.
  /// Cost: as count_changes() when nothing changed, without taking the lock; a single large file,
  /// and the repair of an interrupted run, may exceed `patience`. Errors: as run(), kNotFound
  /// "INDEX_NOT_FOUND".
  Result<RefreshReport> refresh(
      std::chrono::milliseconds patience = std::chrono::milliseconds::max(),
      std::stop_token stop = {});

  /// Indexes the given files and folders, which the caller knows were added, removed or modified.
  /// Paths are relative to the root, or absolute. Returns how many files had changed. Checks no
  /// other file, except that it checks the whole tree, as refresh() does, if an ignore file is
  /// among the paths, if the settings differ from the last run, or if another process indexed
  /// meanwhile. Cost: linear in the given files, plus reading git's index if there is one. Errors:
  /// as run(), kNotFound "INDEX_NOT_FOUND", kInvalidArgument "PATH_OUTSIDE_PROJECT".
  Result<std::size_t> update(std::span<const std::string> paths, std::stop_token stop = {});

  /// How the folder and the index differ, by path; an index that is not there lacks every file.
  /// Errors: as discovery.
  Result<std::vector<Difference>> differences(std::stop_token stop = {}) const;

  /// Whether any file was added, changed or removed since the last run, by size and time alone.
  /// `limit` stops counting early. Errors: as discovery.
  Result<std::size_t> count_changes(std::size_t limit = SIZE_MAX) const;

 private:
  struct Impl;
  explicit Indexer(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEXER_HPP_
