// WatchedTree: tells searches when a watch of this process makes the check for changes unnecessary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <mutex>

#include "engine/indexing/watch_loop.hpp"

namespace codeweaver::engine {

/// Thread safety: all members may be called concurrently.
class WatchedTree {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Changes without an event are found after kTrust at the latest, or after kTrustOfScan times the
  /// duration of a check, up to kMostTrust.
  static constexpr std::chrono::seconds kTrust{1}, kMostTrust{5};
  static constexpr int kTrustOfScan = 20;

  /// Registers `loop` as the watch of the tree for the lifetime of this object.
  class Watch {
   public:
    Watch(WatchedTree& tree, const WatchLoop& loop) : tree_(tree) { tree_.set(&loop); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() { tree_.set(nullptr); }

   private:
    WatchedTree& tree_;
  };

  /// True if there is a watch.
  bool is_watched();
  /// True if a search that began at `now` can skip the check: the watch has no pending work, and a
  /// caller was asked to check within the last kTrust. If false, the caller must check the tree.
  bool skips_scan(Time now);
  /// Reports the duration of a check that skips_scan() requested.
  void record_scan(Time begin, Time end);
  /// A check failed or did not index all changes: the next search must check again.
  void distrust();

 private:
  void set(const WatchLoop* loop);

  std::mutex mutex_;  // guards the members below
  const WatchLoop* loop_ = nullptr;
  Time trusted_until_{};
};

}  // namespace codeweaver::engine
