// Files on Linux: syncing, creating without opening, and renaming by renameat2(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/files.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace codeweaver::os {
namespace {

// Calls the kernel directly, because musl had no renameat2() before 1.2.6.
int rename_by(const char* from, const char* to, unsigned flags) noexcept {
  if (::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags) == 0) return 0;
  return errno == ENOSYS || errno == EINVAL ? ENOTSUP : errno;
}

}  // namespace

bool create_unopened(const char* path) noexcept {
  constexpr mode_t kOwnersFile = 0600;
  return ::mknod(path, S_IFREG | kOwnersFile, 0) == 0;
}

int sync_file(Handle file) noexcept {
  return ::fsync(file) == 0 ? 0 : errno;
}

int exchange_files(const char* from, const char* to) noexcept {
  return rename_by(from, to, RENAME_EXCHANGE);
}

int rename_if_free(const char* from, const char* to) noexcept {
  return rename_by(from, to, RENAME_NOREPLACE);
}

}  // namespace codeweaver::os
