// FolderWatches: watches on the folders of one tree, by path. Private to this module.
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

/// WatchQueue::add(), or a replacement in tests.
using AddWatch = std::function<int(os::WatchQueue& queue, const os::PathChar* folder)>;

/// A change in a watched folder. Valid during the call only.
struct FolderEvent {
  std::string_view folder;  ///< its key in add(); empty if events were lost
  const os::WatchEvent& what;
};

/// Thread safety: none.
class FolderWatches {
 public:
  enum class Added : std::uint8_t {
    kNew,
    kKnown,    ///< already watched
    kMissing,  ///< cannot be watched: missing, a link, unreadable
    kRefused,  ///< the system allows no more watches
  };

  /// If the system gives no queue, add() returns kRefused for every folder.
  explicit FolderWatches(AddWatch add);

  bool has_queue() const noexcept { return queue_.is_open(); }
  const os::WatchQueue& queue() const noexcept { return queue_; }
  std::size_t size() const noexcept { return by_key_.size(); }

  /// Watches a folder, but not its subfolders. `key` identifies it in events.
  Added add(const std::string& key, const std::filesystem::path& folder);
  /// Ends the watches of a folder and of all folders with keys below it. Returns their number.
  std::size_t forget(std::string_view key);
  /// Ends the watches for which `is_kept` returns false. Returns their number.
  std::size_t keep_only(const std::function<bool(const std::string& key)>& is_kept);
  bool contains(std::string_view key) const { return by_key_.find(key) != by_key_.end(); }

  /// Passes on all waiting events in order; never blocks.
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
