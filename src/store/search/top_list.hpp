// TopList: the best few of many scored chunks, with amortised constant cost per candidate.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/segment.hpp"
#include "store/vectors/score_buckets.hpp"

namespace codeweaver::store {

/// Keeps the `limit` first candidates in the order of `Before`, a strict total order with higher
/// scores first.
template <class Before>
class TopList {
 public:
  /// Candidates below `threshold` are dropped.
  TopList(std::size_t limit, Before before,
          float threshold = -std::numeric_limits<float>::infinity())
      : limit_(limit), before_(std::move(before)), threshold_(threshold) {
    if (limit_ == 0) threshold_ = std::numeric_limits<float>::infinity();
    kept_.reserve(std::min<std::size_t>(capacity(), 1 << 16));
  }

  /// A candidate below this can no longer be among the best; an equal one can.
  float threshold() const noexcept { return threshold_; }

  bool is_full() const noexcept { return kept_.size() >= limit_; }

  void offer(const ScoredChunk& candidate) {
    if (limit_ == 0 || candidate.score < threshold_) return;
    kept_.push_back(candidate);
    if (kept_.size() >= capacity()) shrink();
  }

  /// Raises the threshold to the best value that the candidates so far allow.
  void tighten() { shrink(); }

  /// Best first.
  std::vector<ScoredChunk> take() && {
    shrink();
    std::sort(kept_.begin(), kept_.end(), before_);
    return std::move(kept_);
  }
  /// In any order.
  std::vector<ScoredChunk> take_unordered() && {
    shrink();
    return std::move(kept_);
  }

 private:
  /// From this limit on, counting scores is faster than comparing them.
  static constexpr std::size_t kMany = 512;

  std::size_t capacity() const noexcept { return 4 * limit_ + 64; }
  void shrink() {
    if (kept_.size() <= limit_ || limit_ == 0) return;
    const std::size_t sure = limit_ >= kMany ? sort_out() : 0;
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(limit_ - 1);
    std::nth_element(kept_.begin() + static_cast<std::ptrdiff_t>(sure), last, kept_.end(), before_);
    threshold_ = last->score;
    kept_.resize(limit_);
  }

  /// Drops candidates with scores that are certainly not among the best, and moves those that
  /// certainly are to the front. Returns the number of the latter. Keeps the order of arrival.
  std::size_t sort_out() {
    const ScoreBuckets buckets(kept_, [](const ScoredChunk& one) { return one.score; });
    if (!buckets.is_usable()) return 0;
    const std::size_t bucket = buckets.bucket_at(limit_ - 1);
    doubtful_.clear();
    std::size_t sure = 0;
    for (const ScoredChunk& candidate : kept_) {
      const std::size_t own = buckets.bucket_of(candidate.score);
      if (own == bucket) doubtful_.push_back(candidate);
      kept_[sure] = candidate;
      sure += own > bucket ? 1 : 0;
    }
    kept_.resize(sure);
    kept_.insert(kept_.end(), doubtful_.begin(), doubtful_.end());
    return sure;
  }

  std::size_t limit_;
  Before before_;
  float threshold_;
  std::vector<ScoredChunk> kept_, doubtful_;
};

/// Higher scores first, then path, then chunk; independent of the distribution over parts.
class SnapshotOrder {
 public:
  explicit SnapshotOrder(const Snapshot& snapshot) noexcept : snapshot_(&snapshot) {}
  bool operator()(const ScoredChunk& a, const ScoredChunk& b) const noexcept {
    if (a.score != b.score) return a.score > b.score;
    return comes_before(a, b);
  }

 private:
  bool comes_before(const ScoredChunk& a, const ScoredChunk& b) const noexcept {
    const SegmentChunk x = snapshot_->parts[a.part].segment->chunk(a.chunk);
    const SegmentChunk y = snapshot_->parts[b.part].segment->chunk(b.chunk);
    if (const int order = x.path.compare(y.path); order != 0) return order < 0;
    return std::pair(a.part, a.chunk) < std::pair(b.part, b.chunk);
  }
  const Snapshot* snapshot_;
};

/// Within one segment: higher scores first, then chunk.
struct SegmentOrder {
  bool operator()(const ScoredChunk& a, const ScoredChunk& b) const noexcept {
    return a.score != b.score ? a.score > b.score : a.chunk < b.chunk;
  }
};

}  // namespace codeweaver::store
