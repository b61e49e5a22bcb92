// Handles, texts, times and errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/windows/win32.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace codeweaver::os {

HANDLE native(Handle handle) noexcept {
  constexpr std::array<DWORD, 3> kStreams = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  if (handle < 0) return INVALID_HANDLE_VALUE;
  if (handle <= kStandardError) return ::GetStdHandle(kStreams[static_cast<std::size_t>(handle)]);
  return reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(handle));
}

Handle handle_of(HANDLE native) noexcept {
  if (native == nullptr || native == INVALID_HANDLE_VALUE) return kNoHandle;
  return static_cast<Handle>(reinterpret_cast<std::intptr_t>(native));
}

std::wstring to_wide(std::string_view text) {
  const auto size = static_cast<int>(text.size());
  std::wstring wide(text.size(), L'\0');  // never more units than bytes
  const int units = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), size);
  wide.resize(static_cast<std::size_t>(std::max(units, 0)));
  return wide;
}

std::string to_utf8(std::wstring_view text) {
  const auto size = static_cast<int>(text.size());
  std::string bytes(3 * text.size(), '\0');
  const int count = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, bytes.data(), 3 * size,
                                          nullptr, nullptr);
  bytes.resize(static_cast<std::size_t>(std::max(count, 0)));
  return bytes;
}

int errno_of(DWORD error) noexcept {
  struct Row {
    DWORD error;
    int number;
  };
  constexpr Row kRows[] = {{ERROR_SUCCESS, 0},
                           {ERROR_FILE_NOT_FOUND, ENOENT},
                           {ERROR_PATH_NOT_FOUND, ENOENT},
                           {ERROR_INVALID_NAME, ENOENT},
                           {ERROR_BAD_PATHNAME, ENOENT},
                           {ERROR_BAD_NETPATH, ENOENT},
                           {ERROR_INVALID_DRIVE, ENOENT},
                           {ERROR_DELETE_PENDING, ENOENT},
                           {ERROR_DIRECTORY, ENOTDIR},
                           {ERROR_ACCESS_DENIED, EACCES},
                           {ERROR_SHARING_VIOLATION, EACCES},
                           {ERROR_LOCK_VIOLATION, EAGAIN},
                           {ERROR_WRITE_PROTECT, EROFS},
                           {ERROR_ALREADY_EXISTS, EEXIST},
                           {ERROR_FILE_EXISTS, EEXIST},
                           {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
                           {ERROR_DISK_FULL, ENOSPC},
                           {ERROR_HANDLE_DISK_FULL, ENOSPC},
                           {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                           {ERROR_OUTOFMEMORY, ENOMEM},
                           {ERROR_COMMITMENT_LIMIT, ENOMEM},
                           {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                           {ERROR_BROKEN_PIPE, EPIPE},
                           {ERROR_NO_DATA, EPIPE},
                           {ERROR_INVALID_HANDLE, EBADF},
                           {ERROR_INVALID_PARAMETER, EINVAL},
                           {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                           {ERROR_NOT_SUPPORTED, ENOTSUP},
                           {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
                           {ERROR_BAD_EXE_FORMAT, ENOEXEC},
                           {ERROR_NOT_SAME_DEVICE, EXDEV}};
  const auto* const row =
      std::ranges::find_if(kRows, [&](const Row& known) { return known.error == error; });
  return row != std::end(kRows) ? row->number : EIO;
}

int last_errno() noexcept {
  return errno_of(::GetLastError());
}

bool fail() noexcept {
  errno = last_errno();
  return false;
}

std::uint64_t ticks_of(const FILETIME& time) noexcept {
  return std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime;
}

std::int64_t nanoseconds_since_1970(std::int64_t ticks) noexcept {
  constexpr std::int64_t kTicksFrom1601 = 116'444'736'000'000'000;
  return (ticks - kTicksFrom1601) * 100;
}

}  // namespace codeweaver::os
