// WatchedFolder: the open files and names that kqueue(2) needs to watch one folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/os/file_status.hpp"

namespace codeweaver::os {

/// A kqueue reports that the names in a folder changed, but not which ones. It reports a write to a
/// file only while that file is open. So this class keeps all entries open and remembers their
/// names. Thread safety: none.
class WatchedFolder {
 public:
  /// `queue` returns `watch` with its events. If the result is not open, errno is set.
  WatchedFolder(Handle queue, int watch, const char* path);

  bool is_open() const noexcept { return folder_.is_open(); }
  /// Device and inode identify the folder even if it is renamed.
  const FileStatus& status() const noexcept { return status_; }
  Handle handle() const noexcept { return folder_.get(); }

  /// An entry that was added or removed.
  struct Change {
    const std::string& name;
    bool is_folder = false, is_departure = false;
  };
  /// Reads the names again, calls `visit` for each change, and watches new entries. False: it
  /// cannot watch all of them, and errno is set.
  bool look(const std::function<void(const Change&)>& visit);

  struct Entry {
    Descriptor open;
    FileType type = FileType::kUnknown;
    std::uint64_t inode = 0;
  };
  /// The entry that is open under this handle, with its name; null: not an entry of this folder.
  const std::map<std::string, Entry>::value_type* find(Handle open) const noexcept;

 private:
  bool watch(const std::string& name, Entry& entry);

  Handle queue_;
  int watch_;
  Descriptor folder_;
  FileStatus status_;
  std::map<std::string, Entry> entries_;
  std::map<Handle, const std::map<std::string, Entry>::value_type*> by_handle_;
};

}  // namespace codeweaver::os
