// What lies at a path, and who may use it: asked of the system without opening it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

#include "base/os/descriptor.hpp"
#include "base/os/files.hpp"

namespace codeweaver::os {

/// The numbers are written to folder caches.
enum class FileType : std::uint8_t { kUnknown = 0, kOther = 1, kFolder = 4, kFile = 8, kLink = 10 };

/// What tells that something is still what it was. Times are nanoseconds since 1970.
struct FileStatus {
  std::uint64_t device = 0, inode = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  FileType type = FileType::kUnknown;  ///< kUnknown only where nothing was found
};

// False: errno is set, and the status is not touched. Cost: about 1 microsecond.

bool status_of(const PathChar* path, FileStatus& status) noexcept;  ///< links are followed
bool status_of(Handle open, FileStatus& status) noexcept;
/// `path` is relative to an open folder.
bool status_at(Handle folder, const char* path, FileStatus& status,
               Links links = Links::kRefused) noexcept;

/// Whether an open folder lies on one of the local file systems that are known to keep the times of
/// folders and to tell watches of every change. Network file systems, on which other machines
/// write, and unknown ones are not.
bool is_on_local_file_system(Handle folder) noexcept;
bool is_on_local_file_system(const PathChar* folder) noexcept;

// What this process may do. False: errno tells why.

bool may_list(const PathChar* folder) noexcept;           ///< see its names and go into it
bool may_make_files_in(const PathChar* folder) noexcept;  ///< by the rights it has now
bool may_read_at(Handle folder, const char* path) noexcept;
bool may_enter_at(Handle folder, const char* path) noexcept;

// Rights of others than the owner.

/// A folder for its owner alone, whatever the user's mask. 0, or an errno value.
int make_private_folder(const PathChar* path) noexcept;
/// Takes what others may do from a file or a folder of ours, and nothing from those of somebody
/// else, from links, and from folders that all may write to (sticky ones). Costs one look at what
/// is private already. What cannot be changed stays as it is.
void make_private(const PathChar* path) noexcept;
void make_private(Handle open) noexcept;
void make_private_at(Handle folder, const char* name) noexcept;
/// Gives an open file the rights, and if possible the owner, of `path`. 0, or an errno value.
int copy_rights(const PathChar* path, Handle file) noexcept;

}  // namespace codeweaver::os
