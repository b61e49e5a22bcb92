// The merge policy: size tiers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/merge_policy.hpp"

#include <algorithm>

namespace codeweaver::engine {
namespace {

constexpr std::size_t kRatio = 3;  // a merge includes segments of up to this multiple of its size

}  // namespace

std::vector<std::size_t> segments_to_merge(std::span<const SegmentLoad> segments) {
  std::vector<std::size_t> chosen, kept;
  std::size_t merged = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool is_mostly_dead = segments[i].dead > segments[i].alive;
    (is_mostly_dead ? chosen : kept).push_back(i);
    if (is_mostly_dead) merged += segments[i].alive;
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [&](auto a, auto b) { return segments[a].alive < segments[b].alive; });
  auto next = kept.begin();
  const auto take = [&] {
    merged += segments[*next].alive;
    chosen.push_back(*next++);
  };
  const auto count = [&] {
    return static_cast<std::size_t>(kept.end() - next) + (merged > 0 ? 1 : 0);
  };
  if (count() > kMaxSegments) {
    while (count() > kMaxSegments || chosen.size() < 2) take();
    while (next != kept.end() && segments[*next].alive <= kRatio * merged) take();
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace codeweaver::engine
