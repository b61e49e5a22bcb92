// Times of a file status, and file systems by their names (statfs(2)).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/file_status.hpp"

#include <sys/mount.h>

#include <string_view>

#include "base/os/posix/status_fields.hpp"

namespace codeweaver::os {
namespace {

bool is_known_as_local(int result, const struct statfs& system) noexcept {
  if (result != 0 || (system.f_flags & MNT_LOCAL) == 0) return false;
  const std::string_view name = system.f_fstypename;
  return name == "apfs" || name == "hfs";
}

}  // namespace

const timespec& modified_time(const struct stat& status) noexcept {
  return status.st_mtimespec;
}

const timespec& changed_time(const struct stat& status) noexcept {
  return status.st_ctimespec;
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
