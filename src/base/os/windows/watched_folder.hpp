// WatchedFolder: watches one folder; Windows records its changes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/os/watch_queue.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

/// An event with its own copy of the name.
struct KeptEvent {
  WatchEvent event;
  std::string name;
};

/// Must not be destroyed while a request is pending. Thread safety: none.
class WatchedFolder {
 public:
  /// Not open: errno is set.
  WatchedFolder(int watch, const PathChar* path);
  WatchedFolder(const WatchedFolder&) = delete;
  WatchedFolder& operator=(const WatchedFolder&) = delete;

  bool is_open() const noexcept { return folder_.is_open(); }
  HANDLE folder() const noexcept { return native(folder_.get()); }
  int watch() const noexcept { return watch_; }
  /// Device and inode identify the folder even if it is renamed.
  std::uint64_t device() const noexcept { return device_; }
  std::uint64_t inode() const noexcept { return inode_; }

  /// Requests the next changes. A packet with the address of this object arrives at the folder's
  /// completion port. False: the folder was deleted.
  bool ask() noexcept;
  /// Cancels the pending request; its packet still arrives.
  void cancel() noexcept {
    is_cancelled_ = true;
    ::CancelIoEx(folder(), nullptr);
  }
  bool is_cancelled() const noexcept { return is_cancelled_; }
  /// Appends the events of a packet of `bytes` bytes.
  void take(std::uint32_t bytes, std::vector<KeptEvent>& events);

 private:
  void take_entry(std::uint32_t action, const std::wstring& name, std::vector<KeptEvent>& events);
  bool is_folder_now(const std::wstring& name) const;

  int watch_;
  Descriptor folder_;
  std::uint64_t device_ = 0, inode_ = 0;
  bool is_cancelled_ = false;
  OVERLAPPED request_{};
  std::set<std::wstring> folders_;  // names of subfolders: Windows does not say whether a deleted
                                    // entry was a folder
  alignas(8) std::array<char, 64U << 10> buffer_{};
};

}  // namespace codeweaver::os
