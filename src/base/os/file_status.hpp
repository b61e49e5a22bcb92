// Type, identity, times and access rights of files and folders, without opening them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

#include "base/os/descriptor.hpp"
#include "base/os/files.hpp"

namespace codeweaver::os {

/// Folder caches store these numbers.
enum class FileType : std::uint8_t { kUnknown = 0, kOther = 1, kFolder = 4, kFile = 8, kLink = 10 };

/// Identity and state of a file or folder. Times are nanoseconds since 1970.
struct FileStatus {
  std::uint64_t device = 0, inode = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  FileType type = FileType::kUnknown;  ///< kUnknown only if nothing was found
};

// False: errno is set and `status` is unchanged. Cost: about 1 microsecond.

bool status_of(const PathChar* path, FileStatus& status) noexcept;  ///< follows links
bool status_of(Handle open, FileStatus& status) noexcept;
/// `path` is relative to an open folder.
bool status_at(Handle folder, const char* path, FileStatus& status,
               Links links = Links::kRefused) noexcept;

/// Whether an open folder is on a local file system that is known to update folder times and to
/// report every change to watches. False for network file systems, to which other machines write,
/// and for unknown ones.
bool is_on_local_file_system(Handle folder) noexcept;
bool is_on_local_file_system(const PathChar* folder) noexcept;

// Rights of this process. False: errno has the reason.

bool may_list(const PathChar* folder) noexcept;           ///< list its names and enter it
bool may_make_files_in(const PathChar* folder) noexcept;  ///< with its current rights
bool may_read_at(Handle folder, const char* path) noexcept;
bool may_enter_at(Handle folder, const char* path) noexcept;

// Rights of users other than the owner.

/// Creates a folder that only its owner can use, regardless of the umask. Returns 0 or an errno
/// value.
int make_private_folder(const PathChar* path) noexcept;
/// Removes the rights of other users from a file or folder of this user. Does not change files of
/// other users, links, and folders that everyone can write to (sticky ones). If the file is already
/// private, the cost is one check. Ignores errors.
void make_private(const PathChar* path) noexcept;
void make_private(Handle open) noexcept;
void make_private_at(Handle folder, const char* name) noexcept;
/// Gives an open file the rights, and if possible the owner, of `path`. Returns 0 or an errno
/// value.
int copy_rights(const PathChar* path, Handle file) noexcept;

}  // namespace codeweaver::os
