// FolderWatches: watches on folders of one tree, found by path. Private to this module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/os/watch_queue.hpp"

namespace codeweaver::corpus {

/// WatchQueue::add(), or what a test puts in its place.
using AddWatch = std::function<int(os::WatchQueue& queue, const os::PathChar* folder)>;

/// Something that happened in a watched folder. Valid for the call only.
struct FolderEvent {
  std::string_view folder;  ///< key it was added under; empty where events were lost
  const os::WatchEvent& what;
};

/// Not for use by several threads at once.
class FolderWatches {
 public:
  enum class Added : std::uint8_t {
    kNew,
    kKnown,    ///< watched already
    kMissing,  ///< cannot be watched: gone, a link, unreadable
    kRefused,  ///< the system allows no more watches
  };

  /// Without a queue (the system gave none) every folder is refused.
  explicit FolderWatches(AddWatch add);

  bool has_queue() const noexcept { return queue_.is_open(); }
  const os::WatchQueue& queue() const noexcept { return queue_; }
  std::size_t size() const noexcept { return by_key_.size(); }

  /// Watches a folder, not what lies below it. `key` names it in events.
  Added add(const std::string& key, const std::filesystem::path& folder);
  /// Ends the watches of a folder and of all whose keys lie below it; how many there were.
  std::size_t forget(std::string_view key);
  /// Ends the watches that `is_kept` does not ask to keep; how many there were.
  std::size_t keep_only(const std::function<bool(const std::string& key)>& is_kept);
  bool contains(std::string_view key) const { return by_key_.find(key) != by_key_.end(); }

  /// Hands over all events that wait, in order; never blocks.
  void drain(const std::function<void(const FolderEvent&)>& visit);

 private:
  using ByKey = std::map<std::string, int, std::less<>>;
  ByKey::iterator end_watch(ByKey::iterator watch);

  AddWatch add_;
  os::WatchQueue queue_;
  ByKey by_key_;
  std::unordered_map<int, std::string> by_watch_;
};

}  // namespace codeweaver::corpus
