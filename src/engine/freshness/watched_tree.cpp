// WatchedTree: the active loop, and when a caller was last asked to check.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/watched_tree.hpp"

#include <algorithm>

namespace codeweaver::engine {

bool WatchedTree::is_watched() {
  const std::lock_guard lock(mutex_);
  return loop_ != nullptr;
}

bool WatchedTree::skips_scan(Time now) {
  const std::lock_guard lock(mutex_);
  if (loop_ == nullptr || !loop_->is_up_to_date()) return false;
  if (now < trusted_until_) return true;
  trusted_until_ = now + kTrust;  // other searches need not wait for this check
  return false;
}

void WatchedTree::record_scan(Time begin, Time end) {
  const std::lock_guard lock(mutex_);
  const auto trust = std::min<Time::duration>((end - begin) * kTrustOfScan, kMostTrust);
  if (trusted_until_ != Time{}) trusted_until_ = std::max(trusted_until_, end + trust);
}

void WatchedTree::distrust() {
  const std::lock_guard lock(mutex_);
  trusted_until_ = {};
}

void WatchedTree::set(const WatchLoop* loop) {
  const std::lock_guard lock(mutex_);
  loop_ = loop;
  trusted_until_ = {};
}

}  // namespace codeweaver::engine
