// Files and folders, by CreateFileW(), ReadFile() and similar functions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/files.hpp"

#include <fcntl.h>
#include <io.h>
#include <winioctl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <random>
#include <span>

#include "base/os/file_status.hpp"
#include "base/os/windows/open_at.hpp"
#include "base/os/windows/private_access.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

/// The access rights of files opened for writing; they include changing the permissions and the
/// name.
constexpr DWORD kToWrite = GENERIC_READ | GENERIC_WRITE | DELETE | READ_CONTROL | WRITE_DAC;

Descriptor open_file(const PathChar* path, DWORD access, DWORD disposition,
                     SECURITY_ATTRIBUTES* rights, DWORD flags = FILE_ATTRIBUTE_NORMAL) noexcept {
  Descriptor opened(
      handle_of(::CreateFileW(path, access, kSharedWithAll, rights, disposition, flags, nullptr)));
  if (!opened.is_open()) fail();
  return opened;
}

OVERLAPPED at(std::uint64_t offset) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return place;
}

DWORD one_call(std::size_t size) noexcept {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  return static_cast<DWORD>(std::min(size, kMost));
}

std::ptrdiff_t read_with(Handle file, OVERLAPPED* place, char* out, std::size_t size) noexcept {
  DWORD got = 0;
  if (::ReadFile(native(file), out, one_call(size), &got, place)) return got;
  const DWORD error = ::GetLastError();
  if (error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE) return 0;
  errno = errno_of(error);
  return -1;
}

std::ptrdiff_t write_with(Handle file, OVERLAPPED* place, const char* bytes,
                          std::size_t size) noexcept {
  DWORD written = 0;
  if (::WriteFile(native(file), bytes, one_call(size), &written, place)) return written;
  fail();
  return -1;
}

/// Renames even over a file that other processes have open or mapped; they keep the old content.
/// False: the file system or Windows (before 10) does not support it.
bool replace_as_posix_does(const PathChar* from, const PathChar* to) noexcept {
  const auto file = open_existing(from, DELETE, Links::kRefused);
  const std::size_t bytes = std::wcslen(to) * sizeof(wchar_t);
  constexpr std::size_t kName = offsetof(FILE_RENAME_INFO, FileName);
  alignas(FILE_RENAME_INFO) std::array<char, kName + 2048> request{};
  if (!file.is_open() || kName + bytes + sizeof(wchar_t) > request.size()) return false;
  constexpr DWORD kReplaceIfExists = 1, kPosixSemantics = 2;
  auto& rename = *reinterpret_cast<FILE_RENAME_INFO*>(request.data());
  rename.Flags = kReplaceIfExists | kPosixSemantics;
  rename.FileNameLength = static_cast<DWORD>(bytes);
  std::memcpy(request.data() + kName, to, bytes);
  return ::SetFileInformationByHandle(native(file.get()), FileRenameInfoEx, request.data(),
                                      static_cast<DWORD>(request.size()));
}

/// The target of a link, from its reparse data: a header, the offsets and lengths of the path with
/// and without the Windows prefix, and the two paths.
std::wstring target_of(std::span<const char> bytes) {
  const auto number = [&](std::size_t offset) {
    USHORT value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return std::size_t{value};
  };
  constexpr std::size_t kHead = 8, kPrintOffset = 12, kPrintLength = 14, kNumbers = 8, kFlags = 4;
  ULONG tag = 0;
  std::memcpy(&tag, bytes.data(), sizeof tag);
  const std::size_t texts = kHead + kNumbers + (tag == IO_REPARSE_TAG_SYMLINK ? kFlags : 0);
  const std::size_t begin = texts + number(kPrintOffset);
  std::wstring target(number(kPrintLength) / sizeof(wchar_t), L'\0');
  if (begin + target.size() * sizeof(wchar_t) > bytes.size()) return {};
  std::memcpy(target.data(), bytes.data() + begin, target.size() * sizeof(wchar_t));
  return target;
}

/// Eight random hexadecimal letters.
std::string unique_letters() {
  std::random_device random;
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%08x", random());
  return text.data();
}

}  // namespace

std::size_t longest_path() noexcept {
  return MAX_PATH;
}

Descriptor open_folder(const PathChar* path) noexcept {
  return open_existing(path, FILE_LIST_DIRECTORY | FILE_TRAVERSE | FILE_READ_ATTRIBUTES,
                       Links::kFollowed, Opened::kFolder);
}

Descriptor open_folder_at(Handle folder, const char* path, Links links) noexcept {
  return open_at(folder, path, FILE_LIST_DIRECTORY | FILE_TRAVERSE | FILE_READ_ATTRIBUTES, links,
                 Opened::kFolder);
}

// Opens folders too, like other systems; reading from them fails.
Descriptor open_to_read(const PathChar* path, Links links) noexcept {
  return open_existing(path, GENERIC_READ, links);
}

Descriptor open_to_read_at(Handle folder, const char* path, Links links) noexcept {
  return open_at(folder, path, GENERIC_READ, links);
}

Descriptor open_to_change(const PathChar* path) noexcept {
  return open_file(path, kToWrite, OPEN_EXISTING, nullptr);
}

Descriptor open_or_create(const PathChar* path) noexcept {
  return open_file(path, kToWrite, OPEN_ALWAYS, for_owner_alone());
}

// Without FILE_WRITE_DATA every write appends. Locks require the right to read.
Descriptor open_to_append(const PathChar* path) noexcept {
  return open_file(path, FILE_APPEND_DATA | GENERIC_READ | WRITE_DAC | SYNCHRONIZE, OPEN_ALWAYS,
                   for_owner_alone());
}

Descriptor create_file(const PathChar* path, Rights rights) noexcept {
  return open_file(path, kToWrite, CREATE_NEW,
                   rights == Rights::kOwner ? for_owner_alone() : nullptr);
}

bool create_unopened(const PathChar* path) noexcept {
  return create_file(path, Rights::kOwner).is_open();
}

std::FILE* open_unnamed(const std::string& folder) {
  const auto path = to_wide(folder + "/unnamed." + unique_letters());
  auto file = open_file(path.c_str(), kToWrite, CREATE_NEW, for_owner_alone(),
                        FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
  if (!file.is_open()) return nullptr;
  const auto known = reinterpret_cast<std::intptr_t>(native(file.get()));
  const int descriptor = ::_open_osfhandle(known, _O_BINARY);
  if (descriptor < 0) return nullptr;
  file.release();  // closing the descriptor closes the handle
  std::FILE* const stream = ::_fdopen(descriptor, "w+b");
  if (stream == nullptr) ::_close(descriptor);
  return stream;
}

bool make_unique_folder(std::string& name) noexcept {
  constexpr std::size_t kLetters = 6;
  constexpr int kTries = 100;
  for (int i = 0; i < kTries && name.size() >= kLetters; ++i) {
    name.replace(name.size() - kLetters, kLetters, unique_letters(), 0, kLetters);
    const int error = make_private_folder(to_wide(name).c_str());
    if (error == 0) return true;
    errno = error;
    if (error != EEXIST) return false;
  }
  return false;
}

std::ptrdiff_t read_some(Handle file, char* out, std::size_t size) noexcept {
  return read_with(file, nullptr, out, size);
}

std::ptrdiff_t read_at(Handle file, std::uint64_t offset, char* out, std::size_t size) noexcept {
  auto place = at(offset);
  return read_with(file, &place, out, size);
}

std::ptrdiff_t write_some(Handle file, const char* bytes, std::size_t size) noexcept {
  return write_with(file, nullptr, bytes, size);
}

std::ptrdiff_t write_at(Handle file, std::uint64_t offset, const char* bytes,
                        std::size_t size) noexcept {
  auto place = at(offset);
  return write_with(file, &place, bytes, size);
}

int resize_file(Handle file, std::uint64_t bytes) noexcept {
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = static_cast<LONGLONG>(bytes);
  const bool is_done =
      ::SetFileInformationByHandle(native(file), FileEndOfFileInfo, &end, sizeof end);
  return is_done ? 0 : last_errno();
}

int sync_file(Handle file) noexcept {
  return ::FlushFileBuffers(native(file)) ? 0 : last_errno();
}

int sync_folder(const PathChar*) noexcept {
  return 0;  // the journal of the file system keeps renames in order
}

int replace_file(const PathChar* from, const PathChar* to) noexcept {
  const bool is_done = replace_as_posix_does(from, to) ||
                       ::MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
  return is_done ? 0 : last_errno();
}

int exchange_files(const PathChar*, const PathChar*) noexcept {
  return ENOTSUP;
}

int rename_if_free(const PathChar* from, const PathChar* to) noexcept {
  return ::MoveFileExW(from, to, MOVEFILE_WRITE_THROUGH) ? 0 : last_errno();
}

std::optional<std::string> read_link_at(Handle folder, const char* path) {
  const auto link = open_at(folder, path, FILE_READ_ATTRIBUTES, Links::kRefused);
  if (!link.is_open() || !is_link(link.get())) return std::nullopt;
  alignas(std::uint32_t) std::array<char, MAXIMUM_REPARSE_DATA_BUFFER_SIZE> bytes{};
  DWORD size = 0;
  if (!::DeviceIoControl(native(link.get()), FSCTL_GET_REPARSE_POINT, nullptr, 0, bytes.data(),
                         bytes.size(), &size, nullptr))
    return std::nullopt;
  return to_utf8(target_of(bytes));
}

}  // namespace codeweaver::os
