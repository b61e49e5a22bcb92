// Files of other programs, replaced only while they are as they were read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// The file that a path stands for: where its links lead, whether or not a file is there yet.
std::filesystem::path target_of(const std::filesystem::path& path);

/// The bytes of a file of at most 16 MiB; nullopt: it does not exist. Errors: those of read_file().
Result<std::optional<std::string>> read_if_there(const std::filesystem::path& path);

/// Puts `after` in the place of a file that holds `before`, with the mode and the owner of that
/// file; nullopt: no file. The file is compared right before the rename, so that what another
/// program wrote meanwhile is not lost. False: it did write, and nothing was changed. Errors:
/// kUnsupported "READ_ONLY_FILE" (nobody may write to it), kIo.
Result<bool> replace_user_file(const std::filesystem::path& path,
                               const std::optional<std::string>& before,
                               const std::optional<std::string>& after);

/// The lock of programs that make a folder, FILE.lock, while they write FILE. Held from the
/// constructor on, which waits up to two seconds for another holder, and then goes without: a
/// folder that is older than ten seconds was left by a program that died.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& file);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  std::filesystem::path held_{};  // empty: none
};

}  // namespace codeweaver::cli
