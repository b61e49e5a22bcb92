// Checkpoint: index_checkpoint.json, which says how far a run that has not ended has come.
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

/// An export for people and programs: what counts for continuing is the database.
struct Checkpoint {
  using Time = std::chrono::system_clock::time_point;

  std::string session_id;  ///< UUIDv7 of the run that began it
  std::string project_path;
  Time start_time{}, last_checkpoint{};
  std::vector<std::string> files_processed;  ///< the first kListedFiles, in walk order
  std::size_t file_count = 0;                ///< all of them
  std::size_t files_discovered = 0;          ///< of so many; 0: not known
  std::string last_file;                     ///< the last in walk order
  std::size_t chunks_created = 0;
  std::vector<FileOutcome> errors;  ///< the first kListedFiles
  std::string settings_hash;

  /// Up to so many files are listed by name; above it the file holds their count and the last.
  static constexpr std::size_t kListedFiles = 1000;
};

/// Errors: kNotFound, kIo; kCorruption "CHECKPOINT_UNREADABLE".
Result<Checkpoint> read_checkpoint(const std::filesystem::path& file);
/// Atomic. Errors: kIo.
Result<void> write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Last written less than 24 hours ago.
bool is_recent(const Checkpoint& checkpoint, Checkpoint::Time now) noexcept;
/// Whether a run may continue it: same settings, and recent.
bool can_resume(const Checkpoint& checkpoint, std::string_view settings_hash,
                Checkpoint::Time now) noexcept;

/// Keeps the checkpoint of one run: written every 100 files and every 5 minutes.
class CheckpointWriter {
 public:
  /// Continues what lies in `file` if it may, else starts anew with what `begin` says.
  CheckpointWriter(std::filesystem::path file, Checkpoint begin, const base::Clock& clock);

  /// Forgets what was continued, for a run that does everything again.
  void restart();
  /// How many files are still to come.
  void expect(std::size_t files) { state_.files_discovered = state_.file_count + files; }
  /// A file whose record is about to be committed, in walk order.
  void add(const std::string& path);
  void add_chunks(std::size_t created) { state_.chunks_created += created; }
  void add(const FileOutcome& failure);
  /// Whether files that wait for a commit should not wait any longer.
  bool is_due() const;
  /// After a commit; writes when it is due.
  Result<void> committed();
  /// Writes what was committed; nothing where no file was.
  Result<void> save();
  /// The run reached its end.
  void remove() noexcept;

 private:
  std::filesystem::path file_;
  Checkpoint begin_, state_;
  const base::Clock& clock_;
  std::size_t saved_files_ = 0;
};

}  // namespace codeweaver::engine
