// IndexWriter: commits the files read by an indexing run in batches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/indexing/index_work.hpp"
#include "engine/indexing/progress_reporter.hpp"
#include "engine/indexing/run_recorder.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/writing/file_batch.hpp"
#include "engine/writing/tree_writer.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// The entry of a file for the stat cache.
KnownUpdate known_update(const ProcessedFile& processed);
/// True if a file that was read again equals its record, including its times.
bool is_as_known(const store::StatCache& known, const KnownUpdate& now);

/// Owns the batch. Reports the outcome of each file to the recorder and the progress. Unchanged
/// files are not written.
class IndexWriter {
 public:
  /// Inputs and receivers of the writer; all must outlive it.
  struct Context {
    store::Database& database;
    store::WritableTree tree;
    const StatePaths& paths;
    const IndexWork& work;
    RunRecorder& recorder;
    ProgressReporter& progress;
    bool is_forced = false;    ///< unchanged files are written, too
    std::string paid_model{};  ///< see TreeWriter
  };
  IndexWriter(const Context& context, std::uint64_t memory_budget);

  /// Adds the next file in walk order.
  void add(ProcessedFile processed) { batch_.add(std::move(processed)); }
  /// True if the added files should be committed.
  bool is_full() const { return batch_.is_full() || context_.recorder.is_checkpoint_due(); }
  /// Commits the added files. Errors: those of the database.
  Result<void> commit();
  /// Commits the added files with skipped and removed files, so that a small edit is one commit.
  Result<void> commit_rest();

  /// New facts about files, for the stat cache.
  const std::vector<KnownUpdate>& updates() const noexcept { return updates_; }
  TreeWriter& tree() noexcept { return tree_; }

 private:
  Result<void> write_batch();
  Result<void> write(ProcessedFile& processed);
  Result<void> write_skip(const corpus::SkippedFile& skip);
  FileAudit audit() const;
  void end_batch(bool is_committed);

  Context context_;
  TreeWriter tree_;
  FileBatch batch_;
  std::vector<KnownUpdate> updates_;
};

}  // namespace codeweaver::engine
