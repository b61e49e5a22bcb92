// RunRecorder: the report of a run, and its records during the run and at its end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/logger.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/checkpoint.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Owns the report, the checkpoint and the times of a run, which starts with the construction.
class RunRecorder {
 public:
  using Duration = std::chrono::steady_clock::duration;
  struct Run {
    std::filesystem::path checkpoint, root;
    std::string settings_hash;
    bool is_forced = false;  ///< repeats all work, whatever an earlier run finished
  };
  explicit RunRecorder(const Run& run, const base::Clock& clock = base::system_clock());

  const std::string& run_id() const noexcept { return report_.run_id; }
  const std::string& settings_hash() const noexcept { return settings_hash_; }
  const std::string& began_at() const noexcept { return began_at_; }  ///< ISO 8601
  const IndexReport& report() const noexcept { return report_; }
  Duration elapsed() const { return std::chrono::steady_clock::now() - begin_; }

  /// Records the result of the comparison; `to_read`: number of files that the run will read.
  void found(const TreeScan& scan, std::size_t to_read);
  /// Records a changed file.
  void note(const ProcessedFile& processed);
  void note_unchanged() { ++report_.files_unchanged; }
  void note_removed(std::size_t files) { report_.files_removed = files; }
  void note_totals(TreeTotals totals);
  void add_chunks(std::size_t created) { report_.chunks_created += created; }
  void warn(std::string warning) { report_.warnings.push_back(std::move(warning)); }
  void warn(const Outage& outage);
  void end_stage(const std::string& name);

  /// True if files should be committed without further delay.
  bool is_checkpoint_due() const { return checkpoint_.is_due(); }
  /// Records that these files were committed, in walk order. A failure to write the checkpoint is a
  /// warning.
  void committed(const std::vector<ProcessedFile>& files);

  /// Status of a run that finished all its work; `did_derive`: it committed new segments.
  IndexStatus status_at_end(bool did_derive, bool has_files) const;
  void end(IndexStatus status) { report_.status = status; }
  /// The database row of the run if it ended now.
  store::RunRecord row(IndexStatus status) const;
  /// Ends the record. A run that did not finish keeps its checkpoint and leaves a row in the
  /// database (null: it was not opened).
  void close(store::Database* database);
  IndexReport take();

 private:
  const base::Clock& clock_;
  std::string settings_hash_, began_at_;
  std::chrono::steady_clock::time_point begin_, lap_;
  IndexReport report_;
  CheckpointWriter checkpoint_;
  std::size_t noted_chunks_ = 0;  // of report_.chunks_created
};

/// One line for a program's log.
LogRecord log_record(const std::string& project_id, const IndexReport& report);

}  // namespace codeweaver::engine
