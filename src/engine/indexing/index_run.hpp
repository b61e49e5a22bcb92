// One indexing run: compare the tree with the database, process what changed, derive segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "codeweaver/indexer.hpp"
#include "corpus/discovery.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/tolerant_encoders.hpp"
#include "engine/segments/derive.hpp"
#include "engine/segments/segment_assembly.hpp"
#include "engine/state/checkpoint.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/writing/tree_writer.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Runs once; see Indexer::run for what it does and returns.
class IndexRun {
 public:
  IndexRun(const Indexer::Config& config, const Indexer::Parts& parts, const IndexRequest& request,
           std::stop_token stop);

  /// `look`: one at the tree that was just taken; none: the run takes one.
  Result<IndexReport> execute(std::optional<TreeLook> look = std::nullopt);

 private:
  Result<void> open_database();
  Result<void> check_model();
  Result<void> discover();
  Result<TreeLook> look();
  Result<void> process_changes();
  Result<void> record_rest();
  Result<void> derive();
  bool can_fill_in() const;
  void warn_of(const Outage& outage);
  Result<void> finish();

  DeriveRequest derive_request() const;
  void begin_assembly();
  std::optional<PreparedFile> prepare(const ProcessedFile& processed,
                                      const store::Database& database) const;
  void assemble(const ProcessedFile& processed, const PreparedFile& prepared);

  void begin_publishing();
  bool is_publishing_due() const;
  Result<void> publish();
  Result<void> note(Result<DeriveOutcome> outcome);
  Result<void> commit_batch();

  Result<void> purge_old_texts();
  Result<void> write_files();
  Result<void> write_batch();
  void note_committed();
  void open_checkpoint();
  Result<void> write_end(IndexStatus status, bool is_new_state);
  Result<void> put_run(IndexStatus status);
  void record_end();
  Result<void> write_file(ProcessedFile& processed);
  Result<void> write_skip(const corpus::SkippedFile& skip);
  bool is_as_known(const ProcessedFile& processed) const;
  void note_update(const ProcessedFile& processed);
  void note_outcome(const ProcessedFile& processed);
  void report_progress(IndexProgress::Stage stage, bool always = false);
  void log_report() const;
  double lap();

  const Indexer::Config& config_;
  const Indexer::Parts& parts_;
  const IndexRequest& request_;
  std::stop_token stop_;
  StatePaths paths_;
  FileProcessor processor_;
  base::UuidGenerator ids_;

  std::optional<store::Database> database_;
  std::optional<TreeLook> look_;  // until discover() takes it
  corpus::Discovery discovery_;
  corpus::GitFacts git_;  // of the files to read
  DerivedState derived_;  // of the segments, as the run found and left it
  store::StatCache known_;
  TreeChanges changes_;
  std::vector<std::size_t> work_;             // numbers of the files to read, ascending
  std::optional<SegmentAssembly> assembly_;   // when all files of the tree are read
  std::optional<TolerantEncoders> tolerant_;  // that fill it
  MissingVectors missing_;                    // what the segments lack so far
  std::size_t published_ = 0;                 // files that searches see, as long as it is set:
  std::optional<std::chrono::steady_clock::duration> publish_after_;  // of work; set: a first run
  std::optional<TreeWriter> writer_;
  std::vector<KnownUpdate> updates_;
  bool is_other_treatment_ = false;  // texts were read by other rules before
  bool was_current_ = false;         // derived_ when the run began
  std::string settings_hash_;
  bool is_update_ = false;        // before a search, by a look that was just taken
  bool is_derived_anew_ = false;  // a new generation of segments was committed
  std::vector<ProcessedFile> batch_;
  std::size_t batch_bytes_ = 0;
  std::optional<CheckpointWriter> checkpoint_;
  std::size_t noted_chunks_ = 0;  // of report_.chunks_created
  std::string indexed_at_;

  IndexReport report_;
  IndexProgress progress_;
  std::chrono::steady_clock::time_point start_, lap_, last_progress_;
};

}  // namespace codeweaver::engine
