// Replaces files of other programs, only if they were not changed since they were read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// Returns the target of a path after following its links. The target need not exist.
std::filesystem::path target_of(const std::filesystem::path& path);

/// Reads a file of at most 16 MiB; nullopt: it does not exist. Errors: errors of read_file().
Result<std::optional<std::string>> read_if_there(const std::filesystem::path& path);

/// Replaces the content `before` of a file by `after`; nullopt means that there is no file. Keeps
/// mode and owner of the file. Checks the content again before the replacement and the replaced
/// file after it, so that changes by other programs are not lost.
/// \return false: another program changed the file, and nothing was written
/// Errors: kUnsupported "READ_ONLY_FILE" (the file is not writable), kIo.
Result<bool> replace_user_file(const std::filesystem::path& path,
                               const std::optional<std::string>& before,
                               const std::optional<std::string>& after);

/// The lock of programs that create a folder FILE.lock while they write FILE. The constructor takes
/// the lock. It waits up to two seconds for another holder, then continues without the lock. It
/// also continues without it if the folder is older than ten seconds: a dead program left it.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& file);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  std::filesystem::path held_{};  // empty: not locked
};

}  // namespace codeweaver::cli
