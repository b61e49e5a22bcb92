// WatchedFolder: one folder whose changes Windows writes down.
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

/// An event that outlives what it came from.
struct KeptEvent {
  WatchEvent event;
  std::string name;
};

/// Stays where it is while a request of it is under way. Not for concurrent use.
class WatchedFolder {
 public:
  /// Not open: errno is set.
  WatchedFolder(int watch, const PathChar* path);
  WatchedFolder(const WatchedFolder&) = delete;
  WatchedFolder& operator=(const WatchedFolder&) = delete;

  bool is_open() const noexcept { return folder_.is_open(); }
  HANDLE folder() const noexcept { return native(folder_.get()); }
  int watch() const noexcept { return watch_; }
  /// Which folder it is, whatever its name.
  std::uint64_t device() const noexcept { return device_; }
  std::uint64_t inode() const noexcept { return inode_; }

  /// Asks for what happens next; a packet with the address of this comes to the port of the folder.
  /// False: the folder is gone.
  bool ask() noexcept;
  /// Ends the request that is under way; its packet still comes.
  void cancel() noexcept {
    is_cancelled_ = true;
    ::CancelIoEx(folder(), nullptr);
  }
  bool is_cancelled() const noexcept { return is_cancelled_; }
  /// What such a packet brought.
  void take(std::uint32_t bytes, std::vector<KeptEvent>& events);

 private:
  void take_entry(std::uint32_t action, const std::wstring& name, std::vector<KeptEvent>& events);
  bool is_folder_now(const std::wstring& name) const;

  int watch_;
  Descriptor folder_;
  std::uint64_t device_ = 0, inode_ = 0;
  bool is_cancelled_ = false;
  OVERLAPPED request_{};
  std::set<std::wstring> folders_;  // names of those in it: of what is gone nobody else tells
  alignas(8) std::array<char, 64U << 10> buffer_{};
};

}  // namespace codeweaver::os
