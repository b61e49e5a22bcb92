// Monotone scores: makes the scores of a ranked list agree with its order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_MONOTONE_HPP_
#define CODEWEAVER_RANK_MONOTONE_HPP_

#include <cstddef>
#include <span>
#include <vector>

namespace codeweaver::inline v0_1::rank {

/// Returns the non-increasing sequence that is nearest to `scores` (isotonic regression by pooling
/// adjacent violators; Ayer et al. 1955). Where a score is larger than scores before it, all of
/// these scores become their common mean. The order of the matches is more reliable than a single
/// score, so the result is better calibrated.
inline std::vector<double> falling_scores(std::span<const double> scores) {
  struct Pool {
    double sum = 0;
    std::size_t count = 0;
    double mean() const noexcept { return sum / static_cast<double>(count); }
  };
  std::vector<Pool> pools;
  for (const double score : scores) {
    pools.push_back({score, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() < pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().count += last.count;
    }
  }
  std::vector<double> out;
  out.reserve(scores.size());
  for (const Pool& pool : pools) out.insert(out.end(), pool.count, pool.mean());
  return out;
}

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_MONOTONE_HPP_
