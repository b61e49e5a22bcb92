// The merge policy: size tiers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/merge_policy.hpp"

#include <algorithm>
#include <numeric>

namespace codeweaver::engine {
namespace {

constexpr std::size_t kRatio = 3;        // a merge takes in segments up to so many times its size
constexpr std::size_t kCheapFiles = 32;  // about 20 ms of deriving: what any edit may cost

}  // namespace

std::vector<std::size_t> segments_to_merge(std::span<const SegmentLoad> segments,
                                           std::size_t added) {
  std::vector<std::size_t> chosen, kept;
  std::size_t alive = 0, merged = added;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    alive += segments[i].alive;
    const bool is_mostly_dead = segments[i].dead > segments[i].alive;
    (is_mostly_dead ? chosen : kept).push_back(i);
    if (is_mostly_dead) merged += segments[i].alive;
  }
  if (added > alive) {
    chosen.resize(segments.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    return chosen;
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [&](auto a, auto b) { return segments[a].alive < segments[b].alive; });
  auto next = kept.begin();
  const auto take = [&] {
    merged += segments[*next].alive;
    chosen.push_back(*next++);
  };
  const auto is_next_within_ratio = [&] {
    return next != kept.end() && segments[*next].alive <= kRatio * merged;
  };
  while (merged > 0 && is_next_within_ratio() && merged + segments[*next].alive <= kCheapFiles)
    take();
  const auto count = [&] {
    return static_cast<std::size_t>(kept.end() - next) + (merged > 0 ? 1 : 0);
  };
  if (count() > kMaxSegments) {
    while (count() > kMaxSegments) take();
    while (is_next_within_ratio()) take();
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace codeweaver::engine
