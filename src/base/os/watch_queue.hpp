// WatchQueue: what happens in folders, as the system tells it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/os/descriptor.hpp"
#include "base/os/paths.hpp"

namespace codeweaver::os {

/// Something that happened in a watched folder. Valid for the call only.
struct WatchEvent {
  int watch = -1;               ///< number that add() gave
  std::string_view name;        ///< of the entry in it; empty: the folder itself
  bool is_overflow = false;     ///< events were lost; nothing else is set
  bool is_folder = false;       ///< it is about a folder
  bool is_departure = false;    ///< an entry was deleted or moved away
  bool is_unmounted = false;    ///< the file system went
  bool is_folder_gone = false;  ///< the watched folder was deleted, moved or unmounted
  bool has_ended = false;       ///< this watch tells no more
};

/// Tells of what may change the bytes, the name or the readability of an entry. Reading is not
/// among it, so that looking at a tree never wakes the one who looks. Not for use by several
/// threads at once, but for is_drained().
class WatchQueue {
 public:
  WatchQueue() noexcept;
  WatchQueue(const WatchQueue&) = delete;
  WatchQueue& operator=(const WatchQueue&) = delete;
  ~WatchQueue();
  /// False: the system gave none; then nothing can be added.
  bool is_open() const noexcept { return descriptor_.is_open(); }
  /// Is ready for input when there are events.
  Handle handle() const noexcept { return descriptor_.get(); }

  /// Watches a folder that is no link, not what lies below it. Its number, the one it has if it is
  /// watched already; negative: errno is set, ENOSPC or ENOMEM where there may be no more watches.
  int add(const PathChar* folder) noexcept;
  void end(int watch) noexcept;
  /// Hands over all events that wait, in order; never blocks.
  void drain(const std::function<void(const WatchEvent&)>& visit);
  /// Whether no event waits. Cost: one call of the system. Any thread may ask.
  bool is_drained() const noexcept;

 private:
  struct Watches;

  Descriptor descriptor_;
  std::unique_ptr<Watches> watches_;  // null where the system keeps them
};

/// What to do where there may be no more watches, without the full stop.
const char* how_to_allow_more_watches() noexcept;

}  // namespace codeweaver::os
