// Checkpoint: index_checkpoint.json, the progress of an unfinished run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// An export for people and programs. Runs continue from the database, not from this file.
struct Checkpoint {
  using Time = std::chrono::system_clock::time_point;

  std::string session_id;  ///< UUIDv7 of the run that started it
  std::string project_path;
  Time start_time{}, last_checkpoint{};
  std::vector<std::string> files_processed;  ///< the first kListedFiles, in walk order
  std::size_t file_count = 0;                ///< number of all processed files
  std::size_t files_discovered = 0;          ///< number of files to process; 0: unknown
  std::string last_file;                     ///< the last in walk order
  std::size_t chunks_created = 0;
  std::vector<FileOutcome> errors;  ///< the first kListedFiles
  std::string settings_hash;

  /// Up to this number of files are listed by name; for more, the file has only their number and
  /// the last one.
  static constexpr std::size_t kListedFiles = 1000;
};

/// Errors: kNotFound, kIo; kCorruption "CHECKPOINT_UNREADABLE".
Result<Checkpoint> read_checkpoint(const std::filesystem::path& file);
/// Atomic. Errors: kIo.
Result<void> write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// True if it was written less than 24 hours ago.
bool is_recent(const Checkpoint& checkpoint, Checkpoint::Time now) noexcept;
/// True if a run may continue it: same settings, and recent.
bool can_resume(const Checkpoint& checkpoint, std::string_view settings_hash,
                Checkpoint::Time now) noexcept;

/// Maintains the checkpoint of one run; writes it every 100 files and every 5 minutes.
class CheckpointWriter {
 public:
  /// Continues the checkpoint in `file` if allowed; else starts with `begin`.
  CheckpointWriter(std::filesystem::path file, Checkpoint begin, const base::Clock& clock);

  /// Discards the continued checkpoint, for a run that repeats all work.
  void restart();
  /// Sets the number of remaining files.
  void expect(std::size_t files) { state_.files_discovered = state_.file_count + files; }
  /// Adds a file that is about to be committed, in walk order.
  void add(const std::string& path);
  void add_chunks(std::size_t created) { state_.chunks_created += created; }
  void add(const FileOutcome& failure);
  /// True if files should be committed without further delay.
  bool is_due() const;
  /// Call after a commit; writes the checkpoint if that is due.
  Result<void> committed();
  /// Writes the committed progress, if any file was committed.
  Result<void> save();
  /// Deletes the file; call when the run is complete.
  void remove() noexcept;

 private:
  std::filesystem::path file_;
  Checkpoint begin_, state_;
  const base::Clock& clock_;
  std::size_t saved_files_ = 0;
};

}  // namespace codeweaver::engine
