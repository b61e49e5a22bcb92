// DeletedCounts: caches how many deleted chunks of a segment contain a term.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "store/layout/chunk_set.hpp"

namespace codeweaver::store {

/// Counts of terms (by the offset of their postings) for one set of live chunks of a segment. It
/// also keeps the counts for the previous set, from which new counts are derived. Thread safety:
/// may be called concurrently.
class DeletedCounts {
 public:
  DeletedCounts(ChunkSet live, std::shared_ptr<DeletedCounts> before)
      : live_(std::move(live)), before_(std::move(before)) {}

  const ChunkSet& live() const noexcept { return live_; }
  /// Null: there was none, or it was forgotten.
  std::shared_ptr<DeletedCounts> before() const {
    const std::lock_guard lock(mutex_);
    return before_;
  }
  void forget_before() {
    const std::lock_guard lock(mutex_);
    before_.reset();
  }
  std::optional<std::uint64_t> find(std::uint64_t postings) const {
    const std::lock_guard lock(mutex_);
    const auto known = counts_.find(postings);
    return known == counts_.end() ? std::nullopt : std::optional(known->second);
  }
  void keep(std::uint64_t postings, std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    if (counts_.size() < kMost) counts_.emplace(postings, count);
  }

 private:
  static constexpr std::size_t kMost = 1 << 14;  // terms: 0.7 MB

  const ChunkSet live_;
  mutable std::mutex mutex_;
  std::shared_ptr<DeletedCounts> before_;
  std::unordered_map<std::uint64_t, std::uint64_t> counts_;
};

/// The counts that searches of a segment share. Thread safety: may be called concurrently.
class SharedDeletedCounts {
 public:
  /// The counts for `live`. Cost: compares the sets.
  std::shared_ptr<DeletedCounts> of(const ChunkSet& live) {
    const std::lock_guard lock(mutex_);
    if (!last_ || !(last_->live() == live)) {
      if (last_) last_->forget_before();
      last_ = std::make_shared<DeletedCounts>(live, last_);
    }
    return last_;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<DeletedCounts> last_;
};

}  // namespace codeweaver::store
