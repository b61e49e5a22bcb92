// Opens files with NtCreateFile() relative to a folder, with CreateFileW() by path.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/windows/open_at.hpp"

#include <winternl.h>

#include <algorithm>
#include <cerrno>
#include <cwchar>
#include <new>

namespace codeweaver::os {
namespace {

constexpr ACCESS_MASK kOfAttributes = FILE_READ_ATTRIBUTES | SYNCHRONIZE;

/// Checks a file that was opened without following its last link: rejects links, and non-folders if
/// a folder is wanted.
Descriptor checked(Descriptor opened, ACCESS_MASK access, Links links, Opened kind) noexcept {
  if (!opened.is_open()) return opened;
  const bool is_refused = links == Links::kRefused && access != kOfAttributes;
  if (is_refused && is_link(opened.get())) {
    errno = kind == Opened::kFolder ? ENOTDIR : ELOOP;
    return {};
  }
  FileStatus status;
  if (kind == Opened::kFolder &&
      (!status_of(opened.get(), status) || status.type != FileType::kFolder)) {
    errno = ENOTDIR;
    return {};
  }
  return opened;
}

}  // namespace

bool is_link(Handle open) noexcept {
  FILE_ATTRIBUTE_TAG_INFO tag{};
  if (!::GetFileInformationByHandleEx(native(open), FileAttributeTagInfo, &tag, sizeof tag))
    return false;
  return (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK || tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

Descriptor open_at(Handle folder, const char* path, ACCESS_MASK access, Links links,
                   Opened kind) noexcept {
  try {
    std::wstring name = to_wide(path);
    std::ranges::replace(name, L'/', L'\\');
    if (name == L".") name.clear();  // the folder itself
    UNICODE_STRING text{static_cast<USHORT>(name.size() * sizeof(wchar_t)),
                        static_cast<USHORT>(name.size() * sizeof(wchar_t)), name.data()};
    OBJECT_ATTRIBUTES what{};
    what.Length = sizeof what;
    what.RootDirectory = native(folder);
    what.ObjectName = &text;
    what.Attributes = OBJ_CASE_INSENSITIVE;
    IO_STATUS_BLOCK told{};
    HANDLE opened = nullptr;
    const ULONG link = links == Links::kRefused ? FILE_OPEN_REPARSE_POINT : 0UL;
    const ULONG options = FILE_SYNCHRONOUS_IO_NONALERT | FILE_OPEN_FOR_BACKUP_INTENT | link;
    const NTSTATUS status = ::NtCreateFile(&opened, access | SYNCHRONIZE, &what, &told, nullptr, 0,
                                           kSharedWithAll, FILE_OPEN, options, nullptr, 0);
    if (status < 0) {
      errno = errno_of(::RtlNtStatusToDosError(status));
      return {};
    }
    return checked(Descriptor(handle_of(opened)), access | SYNCHRONIZE, links, kind);
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return {};
  }
}

Descriptor open_existing(const PathChar* path, ACCESS_MASK access, Links links,
                         Opened kind) noexcept {
  const DWORD link = links == Links::kRefused ? FILE_FLAG_OPEN_REPARSE_POINT : 0UL;
  Descriptor opened(
      handle_of(::CreateFileW(path, access | SYNCHRONIZE, kSharedWithAll, nullptr, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS | link, nullptr)));
  if (!opened.is_open()) fail();
  return checked(std::move(opened), access | SYNCHRONIZE, links, kind);
}

}  // namespace codeweaver::os
