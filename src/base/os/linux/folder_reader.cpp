// FolderReader on getdents64(2): readdir(3) would need more system calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/folder_reader.hpp"

#include <dirent.h>

#include <cerrno>

namespace codeweaver::os {
namespace {

/// The type from the entry, or from its status on file systems that do not store it in the entry.
FileType type_of_entry(Handle folder, const dirent64& entry) noexcept {
  switch (entry.d_type) {
    case DT_REG:
      return FileType::kFile;
    case DT_DIR:
      return FileType::kFolder;
    case DT_LNK:
      return FileType::kLink;
    case DT_UNKNOWN: {
      FileStatus status;
      status_at(folder, entry.d_name, status);
      return status.type;
    }
    default:
      return FileType::kOther;
  }
}

}  // namespace

bool FolderReader::fill() noexcept {
  static_assert(alignof(dirent64) <= 8);
  const ssize_t size =
      ::getdents64(folder_, reinterpret_cast<dirent64*>(buffer_.data()), buffer_.size());
  if (size < 0) error_ = errno;
  at_ = 0;
  end_ = size > 0 ? static_cast<std::size_t>(size) : 0;
  return size > 0;
}

bool FolderReader::next(Entry& entry) noexcept {
  for (;;) {
    if (at_ == end_ && !fill()) return false;
    const auto& found = *reinterpret_cast<const dirent64*>(buffer_.data() + at_);
    at_ += found.d_reclen;
    entry.name = found.d_name;
    if (entry.name == "." || entry.name == "..") continue;
    entry.type = type_of_entry(folder_, found);
    return true;
  }
}

}  // namespace codeweaver::os
