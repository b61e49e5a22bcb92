// ScoreBuckets: finds the range of the best few of many scores without sorting them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace codeweaver::store {

/// Counts scores in equal steps between the lowest and the highest. The pass has no mispredicted
/// branches, unlike a selection by comparison.
class ScoreBuckets {
 public:
  static constexpr std::size_t kCount = 1024;

  /// Counts all `items`; `score_of` returns the score of one.
  template <class Items, class ScoreOf>
  ScoreBuckets(const Items& items, ScoreOf score_of) {
    float least = 0, most = 0;
    bool is_first = true;
    for (const auto& item : items) {
      const float score = score_of(item);
      least = is_first ? score : std::min(least, score);
      most = is_first ? score : std::max(most, score);
      is_first = false;
    }
    least_ = least;
    step_ = (most - least) / kCount;
    per_score_ = 1 / step_;
    if (!is_usable()) return;
    for (const auto& item : items) ++counts_[bucket_of(score_of(item))];
  }

  /// False: all scores are nearly equal, or some are not finite. Then the other members must not be
  /// used.
  bool is_usable() const noexcept {
    return step_ > 0 && std::isfinite(per_score_) && std::isfinite(least_ * per_score_);
  }

  /// Monotonic: a larger score never gets a smaller bucket.
  std::size_t bucket_of(float score) const noexcept {
    const float steps = (score - least_) * per_score_;
    return steps < kCount ? static_cast<std::uint32_t>(steps) : kCount - 1;
  }

  /// The bucket of the `rank`-th largest score, from 0; `rank` must be below the number of items.
  std::size_t bucket_at(std::size_t rank) const noexcept {
    std::size_t bucket = kCount, above = 0;
    while (bucket > 0 && above <= rank) above += counts_[--bucket];
    return bucket;
  }

  /// Approximately the lowest score of a bucket.
  float floor_of(std::size_t bucket) const noexcept {
    return least_ + step_ * static_cast<float>(bucket);
  }

 private:
  std::array<std::uint32_t, kCount> counts_{};
  float least_ = 0, step_ = 0, per_score_ = 0;
};

}  // namespace codeweaver::store
