// IndexingFeed: a snapshot that is changed under a lock; listeners are called without that lock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/indexing_feed.hpp"

#include <algorithm>

namespace codeweaver::service {

Subscription& Subscription::operator=(Subscription&& other) noexcept {
  if (this != &other) {
    end();
    entry_ = std::move(other.entry_);
  }
  return *this;
}

void Subscription::end() {
  if (!entry_) return;
  {
    const std::lock_guard lock(entry_->mutex);
    entry_->listener = nullptr;
  }
  entry_.reset();
}

IndexingSnapshot IndexingFeed::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

void IndexingFeed::edit(const std::function<void(IndexingSnapshot&)>& change) {
  {
    const std::lock_guard lock(mutex_);
    change(snapshot_);
  }
  changed_.notify_all();
}

void IndexingFeed::tell() {
  const std::lock_guard turn(telling_);  // no listener gets an older state after a newer one
  IndexingSnapshot now;
  std::vector<std::shared_ptr<Subscription::Entry>> entries;
  {
    const std::lock_guard lock(mutex_);
    now = snapshot_;
    std::erase_if(entries_, [](const auto& entry) { return entry.expired(); });
    for (const auto& entry : entries_)
      if (auto kept = entry.lock()) entries.push_back(std::move(kept));
  }
  for (const auto& entry : entries) {
    const std::lock_guard lock(entry->mutex);
    if (entry->listener) entry->listener(now);
  }
}

Subscription IndexingFeed::subscribe(Listener listener) {
  auto entry = std::make_shared<Subscription::Entry>();
  entry->listener = std::move(listener);
  const std::lock_guard lock(mutex_);
  entries_.push_back(entry);
  return Subscription(std::move(entry));
}

bool IndexingFeed::wait_until(const std::function<bool(const IndexingSnapshot&)>& is_asked,
                              std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return is_asked(snapshot_); });
}

}  // namespace codeweaver::service
