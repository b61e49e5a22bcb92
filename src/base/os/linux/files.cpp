// Files on Linux: syncing, and creating without opening.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace codeweaver::os {

bool create_unopened(const char* path) noexcept {
  constexpr mode_t kOwnersFile = 0600;
  return ::mknod(path, S_IFREG | kOwnersFile, 0) == 0;
}

int sync_file(Handle file) noexcept {
  return ::fsync(file) == 0 ? 0 : errno;
}

}  // namespace codeweaver::os
