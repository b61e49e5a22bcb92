// WatchQueue: changes in folders, as the system reports them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/os/descriptor.hpp"
#include "base/os/paths.hpp"

namespace codeweaver::os {

/// A change in a watched folder. Valid during the call only.
struct WatchEvent {
  int watch = -1;               ///< the number from add()
  std::string_view name;        ///< of the changed entry; empty: the folder itself
  bool is_overflow = false;     ///< events were lost; nothing else is set
  bool is_folder = false;       ///< the entry is a folder
  bool is_departure = false;    ///< the entry was deleted or moved away
  bool is_unmounted = false;    ///< the file system was unmounted
  bool is_folder_gone = false;  ///< the watched folder was deleted, moved or unmounted
  bool has_ended = false;       ///< this watch reports no more events
};

/// Reports changes of an entry's bytes, name or read permission. It does not report reads, so
/// reading a tree never wakes its watcher. Thread safety: none, except for is_drained().
class WatchQueue {
 public:
  WatchQueue() noexcept;
  WatchQueue(const WatchQueue&) = delete;
  WatchQueue& operator=(const WatchQueue&) = delete;
  ~WatchQueue();
  /// False: the system gave no queue; add() always fails.
  bool is_open() const noexcept { return descriptor_.is_open(); }
  /// Becomes ready for input when there are events.
  Handle handle() const noexcept { return descriptor_.get(); }

  /// Watches a folder (not a link), but not its subfolders. Returns the number of the watch, the
  /// existing one if the folder is already watched. Negative: errno is set; ENOSPC or ENOMEM if
  /// there are too many watches.
  int add(const PathChar* folder) noexcept;
  void end(int watch) noexcept;
  /// Passes on all waiting events in order; never blocks.
  void drain(const std::function<void(const WatchEvent&)>& visit);
  /// Whether no event is waiting. Cost: one system call. Thread safety: any thread may call it.
  bool is_drained() const noexcept;

 private:
  struct Watches;

  Descriptor descriptor_;
  std::unique_ptr<Watches> watches_;  // null if the system keeps them
};

/// Advice for the error of too many watches, without the full stop.
const char* how_to_allow_more_watches() noexcept;

}  // namespace codeweaver::os
