// File systems by their magic numbers, see statfs(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/file_system.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace codeweaver::corpus {

bool is_on_local_file_system(int folder) noexcept {
  constexpr std::array<std::uint32_t, 7> kLocal = {
      EXT4_SUPER_MAGIC,      XFS_SUPER_MAGIC,  BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
      OVERLAYFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, 0x2fc12fc1 /* ZFS */};
  struct statfs system {};
  return ::fstatfs(folder, &system) == 0 &&
         std::ranges::find(kLocal, static_cast<std::uint32_t>(system.f_type)) != kLocal.end();
}

}  // namespace codeweaver::corpus
