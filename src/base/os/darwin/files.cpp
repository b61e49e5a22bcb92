// Files on macOS: syncing, and creating files without mknod(2), which only root may call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace codeweaver::os {

bool create_unopened(const char* path) noexcept {
  return create_file(path, Rights::kOwner).is_open();
}

int sync_file(Handle file) noexcept {
  // fsync(2) may leave the bytes in the disk's cache. Foreign file systems support only fsync(2).
  if (::fcntl(file, F_FULLFSYNC) == 0) return 0;
  return ::fsync(file) == 0 ? 0 : errno;
}

int exchange_files(const char* from, const char* to) noexcept {
  return ::renamex_np(from, to, RENAME_SWAP) == 0 ? 0 : errno;
}

int rename_if_free(const char* from, const char* to) noexcept {
  return ::renamex_np(from, to, RENAME_EXCL) == 0 ? 0 : errno;
}

}  // namespace codeweaver::os
