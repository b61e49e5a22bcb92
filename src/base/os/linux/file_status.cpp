// Times of a file status, and file systems by their magic numbers (statfs(2)).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/file_status.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>

#include "base/os/posix/status_fields.hpp"

namespace codeweaver::os {
namespace {

bool is_known_as_local(int result, const struct statfs& system) noexcept {
  constexpr std::array<std::uint32_t, 7> kLocal = {
      EXT4_SUPER_MAGIC,      XFS_SUPER_MAGIC,  BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
      OVERLAYFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, 0x2fc12fc1 /* ZFS */};
  return result == 0 &&
         std::ranges::find(kLocal, static_cast<std::uint32_t>(system.f_type)) != kLocal.end();
}

}  // namespace

const timespec& modified_time(const struct stat& status) noexcept {
  return status.st_mtim;
}

const timespec& changed_time(const struct stat& status) noexcept {
  return status.st_ctim;
}

bool is_on_local_file_system(Handle folder) noexcept {
  struct statfs system {};
  return is_known_as_local(::fstatfs(folder, &system), system);
}

bool is_on_local_file_system(const char* folder) noexcept {
  struct statfs system {};
  return is_known_as_local(::statfs(folder, &system), system);
}

}  // namespace codeweaver::os
