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

/// Bytes of a file of at most `max_bytes` (kInvalidArgument above). Never waits on a pipe.
/// Errors: kNotFound, kIo (also: not a regular file).
Result<std::string> read_file(const std::filesystem::path& path,
                              std::uint64_t max_bytes = UINT64_MAX);

/// What a write waits for. kNone: nothing, for files that can be made again and tell when they are
/// damaged; a power cut may leave them empty.
enum class Durability : std::uint8_t { kNone, kSynced };

/// Writes beside `path`, syncs, renames over it and syncs the folder: after a crash the old or the
/// new content is there, whole. Nobody but its owner may read it. Errors: kIo.
Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view bytes,
                               Durability durability = Durability::kSynced);
/// The same for a file of the user's own, which keeps the mode of the one it replaces, and where
/// there is none gets what the umask leaves: others may read it. State is private instead.
Result<void> write_user_file(const std::filesystem::path& path, std::string_view bytes);

/// What tells that a file is still the one it was, and nobody wrote to it.
struct FileIdentity {
  std::uint64_t inode = 0, size_bytes = 0;
  std::int64_t mtime_ns = 0, ctime_ns = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// Errors: kNotFound, kIo.
Result<FileIdentity> identity_of(const std::filesystem::path& path);

/// A read-only memory map; unmapped when the last copy goes. An empty file maps to an empty view.
/// Thread safety: a value; copies may be used from any thread.
class MappedFile {
 public:
  /// Errors: kNotFound, kIo.
  static Result<MappedFile> open(const std::filesystem::path& path);
  /// Of a file that is open, as it is now; `path` is what errors call it. Errors: kIo.
  static Result<MappedFile> of(os::Handle file, const std::filesystem::path& path);
  /// Of bytes that `owner` keeps, in no file.
  static MappedFile of(std::shared_ptr<const void> owner, std::string_view bytes);
  std::string_view bytes() const noexcept { return view_; }
  /// Of the file when it was opened.
  const FileIdentity& identity() const noexcept { return identity_; }

 private:
  std::shared_ptr<const void> mapping_;
  std::string_view view_;
  FileIdentity identity_;
};

/// An advisory lock held by this process as long as the object lives; released by the kernel
/// when the process dies. Excludes other holders in this process, too. The lock file holds who took
/// it and when, for the message of the next.
class FileLock {
 public:
  /// Never waits; creates the file if need be and leaves it there when released.
  /// Errors: kUnavailable ("INDEX_LOCKED"; cause says since when and by which process), kIo.
  static Result<FileLock> acquire(const std::filesystem::path& path,
                                  const Clock& clock = system_clock());
  /// The same, but waits for a holder; when stopped, no longer.
  static Result<FileLock> acquire_within(const std::filesystem::path& path,
                                         std::chrono::milliseconds patience, std::stop_token stop);
  /// Sleeps in the kernel until the lock comes free: at once when its holder dies, however that
  /// happens. Errors: kCancelled (stopped), kIo.
  static Result<FileLock> wait(const std::filesystem::path& path, std::stop_token stop);
  /// Whether someone holds the lock now; never takes it, so it disturbs nobody.
  static bool is_held(const std::filesystem::path& path) noexcept;
  /// What the holder left in the file; empty where it left nothing.
  struct Note {
    std::string process, since;  ///< its id; ISO 8601
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
