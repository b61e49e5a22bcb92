// WatchedTree: tells searches when a watch of the same process spares them the look at the tree.
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
  /// What no event tells of is found after this time at the latest, or after kTrustOfLook times as
  /// long as a look takes, up to kMostTrust.
  static constexpr std::chrono::seconds kTrust{1}, kMostTrust{5};
  static constexpr int kTrustOfLook = 20;

  /// Says that `loop` watches the tree as long as this lives.
  class Watch {
   public:
    Watch(WatchedTree& tree, const WatchLoop& loop) : tree_(tree) { tree_.set(&loop); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() { tree_.set(nullptr); }

   private:
    WatchedTree& tree_;
  };

  /// Whether there is a watch at all.
  bool is_watched();
  /// Whether a search that began at `now` may do without a look: the watch has nothing left to do,
  /// and one of the last kTrust was told to look. False tells its caller to look.
  bool spares_look(Time now);
  /// Says how long the look took that spares_look() told to take.
  void looked(Time begin, Time end);
  /// A look failed, or did not bring everything in: the next search has to look as well.
  void distrust();

 private:
  void set(const WatchLoop* loop);

  std::mutex mutex_;  // guards all below
  const WatchLoop* loop_ = nullptr;
  Time trusted_until_{};
};

}  // namespace codeweaver::engine
