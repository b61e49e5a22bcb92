// One indexing run: compare the tree with the database, process what changed, derive segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "codeweaver/indexer.hpp"
#include "corpus/discovery.hpp"
#include "engine/checkpoint.hpp"
#include "engine/file_processor.hpp"
#include "engine/state_paths.hpp"
#include "store/database.hpp"

namespace codeweaver::engine {

/// What the database knows of a file, as far as change detection needs it.
struct KnownFile {
  FileStamp stamp;
  base::Hash128 raw_hash, content;
  std::string outcome;
  std::vector<Uuid> chunk_ids;
};

/// The tree compared with the database, by size and time.
struct TreeChanges {
  std::vector<DiscoveredFile> changed;  ///< new or touched, in path order
  std::vector<std::string> removed;
  std::size_t unchanged = 0;
};

/// Every path the database knows. Errors: kCorruption, kIo.
Result<std::map<std::string, KnownFile>> known_files(const store::Database& database);

TreeChanges compare_tree(const corpus::Discovery& discovery,
                         const std::map<std::string, KnownFile>& known, bool force);

/// Runs once; see Indexer::run for what it does and returns.
class IndexRun {
 public:
  IndexRun(const Indexer::Config& config, const Indexer::Parts& parts, const IndexRequest& request,
           std::stop_token stop);

  Result<IndexReport> execute();

 private:
  Result<void> open_database();
  Result<void> check_model();
  Result<void> sweep();
  Result<void> discover();
  Result<void> process_changes();
  Result<void> write_batch();
  void note_committed();
  void open_checkpoint();
  void close_checkpoint();
  Result<void> write_file(ProcessedFile& processed);
  Result<void> record_skips();
  Result<void> finish();
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
  corpus::Discovery discovery_;
  corpus::GitState git_;
  std::map<std::string, std::string> blobs_;  // path to git object id
  std::map<std::string, KnownFile> known_;
  TreeChanges changes_;
  std::vector<ProcessedFile> batch_;
  std::size_t batch_bytes_ = 0;
  std::optional<CheckpointWriter> checkpoint_;
  std::size_t noted_chunks_ = 0;     // of report_.chunks_created
  std::set<base::Hash128> renewed_;  // contents written by a forced run
  std::string indexed_at_;

  IndexReport report_;
  IndexProgress progress_;
  std::chrono::steady_clock::time_point start_, lap_, last_progress_;
};

}  // namespace codeweaver::engine
