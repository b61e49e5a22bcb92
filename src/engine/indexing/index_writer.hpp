// IndexWriter: commits what an indexing run read, batch by batch.
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
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// What the stat cache is to hold of a file.
KnownUpdate known_update(const ProcessedFile& processed);
/// Whether a file that was read again turned out to be what is recorded, time and all.
bool is_as_known(const store::StatCache& known, const KnownUpdate& now);

/// Owns the batch. Tells the recorder and the progress what became of each file; a file that is as
/// it was is left alone.
class IndexWriter {
 public:
  /// What the writer goes by and tells; all outlive it.
  struct Context {
    store::Database& database;
    const StatePaths& paths;
    const IndexWork& work;
    RunRecorder& recorder;
    ProgressReporter& progress;
    bool is_forced = false;    ///< files are written though they are as known
    std::string paid_model{};  ///< see TreeWriter
  };
  IndexWriter(const Context& context, std::uint64_t memory_budget);

  /// The next file in walk order.
  void add(ProcessedFile processed) { batch_.add(std::move(processed)); }
  /// Whether what was added should be committed.
  bool is_full() const { return batch_.is_full() || context_.recorder.is_checkpoint_due(); }
  /// Commits what was added. Errors: those of the database.
  Result<void> commit();
  /// The same with skips and removals: all that is left, so that a small edit is one commit.
  Result<void> commit_rest();

  /// What was learnt of files, for the stat cache.
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
