// What of files is done in a way of its own here: syncing, and making what mknod(2) makes for root.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace codeweaver::os {

bool create_unopened(const char* path) noexcept {
  return create_file(path, Rights::kOwner).is_open();
}

int sync_file(Handle file) noexcept {
  // fsync(2) leaves the bytes in the disk's own memory; file systems of others know no more than
  // it.
  if (::fcntl(file, F_FULLFSYNC) == 0) return 0;
  return ::fsync(file) == 0 ? 0 : errno;
}

}  // namespace codeweaver::os
