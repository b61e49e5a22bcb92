// FolderReader on GetFileInformationByHandleEx(): names and attributes of many entries per call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/folder_reader.hpp"

#include <cerrno>
#include <cstddef>

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

/// Windows writes to one part of the buffer. The other part holds a name as UTF-8 (255 units of at
/// most three bytes, and a zero).
constexpr std::size_t kNameBytes = 768;

FileType type_of(const FILE_ID_BOTH_DIR_INFO& entry) noexcept {
  const DWORD attributes = entry.FileAttributes;
  // For a reparse point, EaSize contains the tag.
  const DWORD tag = entry.EaSize;
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
      (tag == IO_REPARSE_TAG_SYMLINK || tag == IO_REPARSE_TAG_MOUNT_POINT))
    return FileType::kLink;
  return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileType::kFolder : FileType::kFile;
}

}  // namespace

bool FolderReader::fill() noexcept {
  at_ = end_ = 0;
  const auto size = static_cast<DWORD>(buffer_.size() - kNameBytes);
  if (::GetFileInformationByHandleEx(native(folder_), FileIdBothDirectoryInfo,
                                     buffer_.data() + kNameBytes, size)) {
    at_ = kNameBytes;
    end_ = buffer_.size();
    return true;
  }
  const DWORD error = ::GetLastError();
  if (error == ERROR_NO_MORE_FILES) return false;
  FileStatus status;
  const bool is_no_folder = status_of(folder_, status) && status.type != FileType::kFolder;
  error_ = is_no_folder ? ENOTDIR : errno_of(error);
  return false;
}

bool FolderReader::next(Entry& entry) noexcept {
  for (;;) {
    if (at_ == end_ && !fill()) return false;
    const auto& found = *reinterpret_cast<const FILE_ID_BOTH_DIR_INFO*>(buffer_.data() + at_);
    at_ = found.NextEntryOffset != 0 ? at_ + found.NextEntryOffset : end_;
    const auto units = static_cast<int>(found.FileNameLength / sizeof(wchar_t));
    const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, found.FileName, units, buffer_.data(),
                                            kNameBytes - 1, nullptr, nullptr);
    buffer_[static_cast<std::size_t>(bytes)] = '\0';
    entry.name = {buffer_.data(), static_cast<std::size_t>(bytes)};
    if (entry.name.empty() || entry.name == "." || entry.name == "..") continue;
    entry.type = type_of(found);
    return true;
  }
}

}  // namespace codeweaver::os
