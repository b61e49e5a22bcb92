// WatchedFolder: what a kqueue(2) has to be told to know what happens in a folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/os/file_status.hpp"

namespace codeweaver::os {

/// A kqueue tells that the names in a folder changed, not which; that a file was written to only
/// where that file is open. So this keeps all of it open, and the names as they were last seen.
/// Not for concurrent use.
class WatchedFolder {
 public:
  /// `watch` comes with what `queue` tells. Not open: errno is set.
  WatchedFolder(Handle queue, int watch, const char* path);

  bool is_open() const noexcept { return folder_.is_open(); }
  /// Which folder it is, whatever its name.
  const FileStatus& status() const noexcept { return status_; }
  Handle handle() const noexcept { return folder_.get(); }

  /// How the name of an entry changed.
  struct Change {
    const std::string& name;
    bool is_folder = false, is_departure = false;
  };
  /// Looks at the names again, and watches those that came. False: it cannot watch all, and errno
  /// is set.
  bool look(const std::function<void(const Change&)>& visit);

  struct Entry {
    Descriptor open;
    FileType type = FileType::kUnknown;
    std::uint64_t inode = 0;
  };
  /// What is open under that handle, with its name; null: it is none of this folder's.
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
