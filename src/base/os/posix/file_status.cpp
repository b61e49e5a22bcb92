// Status and rights, by stat(2), faccessat(2) and chmod(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/file_status.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/os/posix/status_fields.hpp"

namespace codeweaver::os {
namespace {

constexpr mode_t kOfOthers = S_IRWXG | S_IRWXO, kPermissions = 0777;
constexpr mode_t kOwnersFolder = 0700;

std::int64_t nanoseconds_of(const timespec& time) noexcept {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

FileType type_of_mode(mode_t mode) noexcept {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return FileType::kFile;
    case S_IFDIR:
      return FileType::kFolder;
    case S_IFLNK:
      return FileType::kLink;
    default:
      return FileType::kOther;
  }
}

/// Fills `status` from `found` if the call returned 0.
bool take_status(int result, const struct stat& found, FileStatus& status) noexcept {
  if (result != 0) return false;
  status = {static_cast<std::uint64_t>(found.st_dev),  found.st_ino,
            static_cast<std::uint64_t>(found.st_size), nanoseconds_of(modified_time(found)),
            nanoseconds_of(changed_time(found)),       type_of_mode(found.st_mode)};
  return true;
}

/// Whether other users have rights that this process may and should remove.
bool is_too_open(const struct stat& status) noexcept {
  const bool is_ours = status.st_uid == ::geteuid() && (status.st_mode & S_ISVTX) == 0;
  const bool is_known = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  return is_known && is_ours && (status.st_mode & kOfOthers) != 0;
}

mode_t without_others(const struct stat& status) noexcept {
  return static_cast<mode_t>(status.st_mode & ~(S_IFMT | kOfOthers));
}

}  // namespace

bool status_of(const char* path, FileStatus& status) noexcept {
  struct stat found;
  return take_status(::stat(path, &found), found, status);
}

bool status_of(Handle open, FileStatus& status) noexcept {
  struct stat found;
  return take_status(::fstat(open, &found), found, status);
}

bool status_at(Handle folder, const char* path, FileStatus& status, Links links) noexcept {
  struct stat found;
  const int flags = links == Links::kRefused ? AT_SYMLINK_NOFOLLOW : 0;
  return take_status(::fstatat(folder, path, &found, flags), found, status);
}

bool may_list(const char* folder) noexcept {
  return ::access(folder, R_OK | X_OK) == 0;
}

bool may_make_files_in(const char* folder) noexcept {
  return ::faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
}

bool may_read_at(Handle folder, const char* path) noexcept {
  return ::faccessat(folder, path, R_OK, 0) == 0;
}

bool may_enter_at(Handle folder, const char* path) noexcept {
  return ::faccessat(folder, path, X_OK, 0) == 0;
}

int make_private_folder(const char* path) noexcept {
  return ::mkdir(path, kOwnersFolder) == 0 ? 0 : errno;
}

void make_private(const char* path) noexcept {
  struct stat status {};
  if (::lstat(path, &status) == 0 && is_too_open(status)) ::chmod(path, without_others(status));
}

void make_private(Handle open) noexcept {
  struct stat status {};
  if (::fstat(open, &status) == 0 && is_too_open(status)) ::fchmod(open, without_others(status));
}

void make_private_at(Handle folder, const char* name) noexcept {
  struct stat status {};
  if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && is_too_open(status))
    ::fchmodat(folder, name, without_others(status), 0);
}

int copy_rights(const char* path, Handle file) noexcept {
  struct stat status {};
  if (::stat(path, &status) != 0) return errno;
  // chown before chmod, because it may clear bits of the mode. Only root can give files away; for
  // other users this may fail, and they keep their own files.
  const int is_given = ::fchown(file, status.st_uid, status.st_gid);
  static_cast<void>(is_given);
  return ::fchmod(file, status.st_mode & kPermissions) != 0 ? errno : 0;
}

}  // namespace codeweaver::os
