// Status by GetFileInformationByHandleEx(); rights by trying to open with them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/file_status.hpp"

#include <aclapi.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cwchar>

#include "base/os/windows/open_at.hpp"
#include "base/os/windows/private_access.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

constexpr ACCESS_MASK kOfRights = READ_CONTROL | WRITE_DAC;

FileType type_of(Handle open, DWORD attributes) noexcept {
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && is_link(open)) return FileType::kLink;
  if ((attributes & FILE_ATTRIBUTE_DEVICE) != 0) return FileType::kOther;
  return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileType::kFolder : FileType::kFile;
}

/// Whether an open folder is on a disk of this machine.
bool is_of_local_disk(const Descriptor& folder) noexcept {
  std::array<wchar_t, MAX_PATH + 1> path{}, volume{};
  if (!folder.is_open()) return false;
  const DWORD length =
      ::GetFinalPathNameByHandleW(native(folder.get()), path.data(), MAX_PATH, VOLUME_NAME_GUID);
  if (length == 0 || length > MAX_PATH) return false;  // network shares have no such name
  if (!::GetVolumePathNameW(path.data(), volume.data(), MAX_PATH)) return false;
  const UINT kind = ::GetDriveTypeW(volume.data());
  return kind == DRIVE_FIXED || kind == DRIVE_RAMDISK;
}

}  // namespace

bool status_of(Handle open, FileStatus& status) noexcept {
  const HANDLE file = native(open);
  BY_HANDLE_FILE_INFORMATION found{};
  FILE_BASIC_INFO times{};
  const DWORD kind = ::GetFileType(file);
  if (kind != FILE_TYPE_DISK) {
    if (kind == FILE_TYPE_UNKNOWN && ::GetLastError() != ERROR_SUCCESS) return fail();
    status = {.type = FileType::kOther};
    return true;
  }
  if (!::GetFileInformationByHandle(file, &found) ||
      !::GetFileInformationByHandleEx(file, FileBasicInfo, &times, sizeof times))
    return fail();
  status = {found.dwVolumeSerialNumber,
            std::uint64_t{found.nFileIndexHigh} << 32 | found.nFileIndexLow,
            std::uint64_t{found.nFileSizeHigh} << 32 | found.nFileSizeLow,
            nanoseconds_since_1970(times.LastWriteTime.QuadPart),
            nanoseconds_since_1970(times.ChangeTime.QuadPart),
            type_of(open, found.dwFileAttributes)};
  return true;
}

bool status_of(const PathChar* path, FileStatus& status) noexcept {
  const auto open = open_existing(path, FILE_READ_ATTRIBUTES, Links::kFollowed);
  return open.is_open() && status_of(open.get(), status);
}

bool status_at(Handle folder, const char* path, FileStatus& status, Links links) noexcept {
  const auto open = open_at(folder, path, FILE_READ_ATTRIBUTES, links);
  return open.is_open() && status_of(open.get(), status);
}

bool is_on_local_file_system(Handle folder) noexcept {
  return is_of_local_disk(open_at(folder, ".", FILE_READ_ATTRIBUTES, Links::kFollowed));
}

bool is_on_local_file_system(const PathChar* folder) noexcept {
  return is_of_local_disk(open_existing(folder, FILE_READ_ATTRIBUTES, Links::kFollowed));
}

bool may_list(const PathChar* folder) noexcept {
  return open_folder(folder).is_open();
}

bool may_make_files_in(const PathChar* folder) noexcept {
  return open_existing(folder, FILE_ADD_FILE | FILE_READ_ATTRIBUTES, Links::kFollowed,
                       Opened::kFolder)
      .is_open();
}

bool may_read_at(Handle folder, const char* path) noexcept {
  return open_at(folder, path, FILE_READ_DATA, Links::kFollowed).is_open();
}

bool may_enter_at(Handle folder, const char* path) noexcept {
  return open_at(folder, path, FILE_TRAVERSE, Links::kFollowed).is_open();
}

int make_private_folder(const PathChar* path) noexcept {
  return ::CreateDirectoryW(path, for_owner_alone()) ? 0 : last_errno();
}

void make_private(const PathChar* path) noexcept {
  const auto open = open_existing(path, kOfRights, Links::kRefused);
  if (open.is_open()) keep_for_owner_alone(open.get());
}

void make_private(Handle open) noexcept {
  keep_for_owner_alone(open);
}

void make_private_at(Handle folder, const char* name) noexcept {
  const auto open = open_at(folder, name, kOfRights, Links::kRefused);
  if (open.is_open()) keep_for_owner_alone(open.get());
}

int copy_rights(const PathChar* path, Handle file) noexcept {
  const auto from = open_existing(path, READ_CONTROL, Links::kFollowed);
  if (!from.is_open()) return errno;
  PACL rights = nullptr;
  PSECURITY_DESCRIPTOR found = nullptr;
  DWORD error = ::GetSecurityInfo(native(from.get()), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION,
                                  nullptr, nullptr, &rights, nullptr, &found);
  if (error == ERROR_SUCCESS)
    error = ::SetSecurityInfo(native(file), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr,
                              nullptr, rights, nullptr);
  ::LocalFree(found);
  return errno_of(error);
}

}  // namespace codeweaver::os
