// Files: whole reads, atomic writes, memory maps, locks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/os/descriptor.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// Returns the bytes of a file of at most `max_bytes`. Never waits on a pipe. Errors: kNotFound,
/// kInvalidArgument (larger), kIo (also: not a regular file).
Result<std::string> read_file(const std::filesystem::path& path,
                              std::uint64_t max_bytes = UINT64_MAX);

/// How long a write waits. kSynced waits until the bytes survive a power cut. kNone does not wait;
/// it is for files that can be rebuilt and that detect their own damage, because a power cut may
/// leave them empty.
enum class Durability : std::uint8_t { kNone, kSynced };

/// Writes to a temporary file next to `path`, syncs it, renames it over `path` and syncs the
/// folder. After a crash the file has the complete old or the complete new content. Only its owner
/// can read it. Errors: kIo.
Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view bytes,
                               Durability durability = Durability::kSynced);
/// Like write_file_atomic(), but for a file of the user. It keeps the mode of the file that it
/// replaces; a new file gets the mode that the umask allows, so others may read it.
Result<void> write_user_file(const std::filesystem::path& path, std::string_view bytes);

/// Identifies a version of a file: equal values mean the same file, not written to since.
struct FileIdentity {
  std::uint64_t inode = 0, size_bytes = 0;
  std::int64_t mtime_ns = 0, ctime_ns = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// Errors: kNotFound, kIo.
Result<FileIdentity> identity_of(const std::filesystem::path& path);

/// A read-only memory map; unmapped when the last copy is destroyed. An empty file maps to an empty
/// view. Thread safety: a value; copies may be used from any thread.
class MappedFile {
 public:
  /// Errors: kNotFound, kIo.
  static Result<MappedFile> open(const std::filesystem::path& path);
  /// Maps an open file in its current state; `path` is its name in errors. Errors: kIo.
  static Result<MappedFile> of(os::Handle file, const std::filesystem::path& path);
  /// Wraps bytes in memory that `owner` keeps alive; no file is involved.
  static MappedFile of(std::shared_ptr<const void> owner, std::string_view bytes);
  std::string_view bytes() const noexcept { return view_; }
  /// The identity of the file when it was opened.
  const FileIdentity& identity() const noexcept { return identity_; }

 private:
  std::shared_ptr<const void> mapping_;
  std::string_view view_;
  FileIdentity identity_;
};

/// An advisory lock that this process holds while the object lives. The kernel releases it when the
/// process dies. It also excludes other holders in this process. The lock file records who took the
/// lock and when, for the error message of the next process.
class FileLock {
 public:
  /// Never waits. Creates the file if needed; releasing the lock does not delete it. Errors:
  /// kUnavailable ("INDEX_LOCKED"; the cause names the process and the time it took the lock), kIo.
  static Result<FileLock> acquire(const std::filesystem::path& path,
                                  const Clock& clock = system_clock());
  /// Like acquire(), but waits up to `patience` for the holder, or until stopped.
  static Result<FileLock> acquire_within(const std::filesystem::path& path,
                                         std::chrono::milliseconds patience, std::stop_token stop);
  /// Sleeps in the kernel until the lock is free. Returns at once when the holder dies, however
  /// that happens. Errors: kCancelled (stopped), kIo.
  static Result<FileLock> wait(const std::filesystem::path& path, std::stop_token stop);
  /// Whether any process holds the lock now. Does not disturb other processes.
  static bool is_held(const std::filesystem::path& path) noexcept;
  /// The holder's note in the lock file; empty if there is none.
  struct Note {
    std::string process, since;  ///< process id; ISO 8601 time
  };
  static Note read_note(const std::filesystem::path& path);
  FileLock(FileLock&&) noexcept;
  FileLock& operator=(FileLock&&) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) noexcept : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace codeweaver::base
