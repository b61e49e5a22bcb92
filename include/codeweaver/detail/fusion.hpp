// Fusion: merges several ranked lists, by rank (RRF) or by score (weighted min-max).
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_FUSION_HPP_
#define CODEWEAVER_RANK_FUSION_HPP_

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace codeweaver::inline v0_1::rank {

/// An entry of a ranked list. `Id` must be totally ordered; ties are ordered by id.
template <class Id>
struct Ranked {
  Id id{};
  double score = 0;
  friend bool operator==(const Ranked&, const Ranked&) = default;
};

/// A list to fuse: best first, unique ids, finite scores. Weight >= 0.
template <class Id>
struct RankedList {
  std::span<const Ranked<Id>> entries;
  double weight = 1;
};

/// Orders by falling score, then by id.
template <class Id>
bool ranks_before(const Ranked<Id>& a, const Ranked<Id>& b) {
  if (a.score != b.score) return a.score > b.score;
  return a.id < b.id;
}

namespace detail {

/// Sums the contributions of each id, in the given order, and ranks the sums.
template <class Id>
std::vector<Ranked<Id>> sum_and_rank(std::vector<Ranked<Id>> contributions) {
  std::stable_sort(contributions.begin(), contributions.end(),
                   [](const auto& a, const auto& b) { return a.id < b.id; });
  std::vector<Ranked<Id>> fused;
  for (const Ranked<Id>& entry : contributions) {
    if (!fused.empty() && fused.back().id == entry.id)
      fused.back().score += entry.score;
    else
      fused.push_back(entry);
  }
  std::sort(fused.begin(), fused.end(), ranks_before<Id>);
  return fused;
}

}  // namespace detail

/// Merges lists by reciprocal rank fusion (Cormack, Clarke and Buettcher 2009). The score of an id
/// is the sum over lists of weight / (k + rank), with ranks from 1. Only the order of each list
/// counts, so the lists can have different score scales. `k` > 0; a larger `k` reduces the
/// influence of ranks. The maximum score is (sum of weights) / (k + 1), for an id that is first in
/// every list. Cost: O(n log n).
template <class Id>
std::vector<Ranked<Id>> fuse_rrf(std::span<const RankedList<Id>> lists, double k = 60) {
  std::vector<Ranked<Id>> contributions;
  for (const RankedList<Id>& list : lists)
    for (std::size_t rank = 0; rank < list.entries.size(); ++rank)
      contributions.push_back(
          {list.entries[rank].id, list.weight / (k + static_cast<double>(rank + 1))});
  return detail::sum_and_rank(std::move(contributions));
}

/// Merges lists by the weighted mean of their scores, in [0, 1]. Before that, the scores of each
/// list are scaled linearly: its lowest score becomes 0 and its highest 1 (all become 1 if they are
/// equal). An id counts as 0 in a list that does not contain it. Suits long lists only, because a
/// short list does not show how much its scores vary. Cost: O(n log n).
template <class Id>
std::vector<Ranked<Id>> fuse_weighted(std::span<const RankedList<Id>> lists) {
  double total = 0;
  for (const RankedList<Id>& list : lists) total += list.weight;
  std::vector<Ranked<Id>> contributions;
  for (const RankedList<Id>& list : lists) {
    if (list.entries.empty()) continue;
    const auto [low, high] =
        std::minmax_element(list.entries.begin(), list.entries.end(),
                            [](const auto& a, const auto& b) { return a.score < b.score; });
    const double least = low->score, range = high->score - least;
    const double share = total > 0 ? list.weight / total : 0;
    for (const Ranked<Id>& entry : list.entries)
      contributions.push_back(
          {entry.id, share * (range > 0 ? (entry.score - least) / range : 1.0)});
  }
  return detail::sum_and_rank(std::move(contributions));
}

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_FUSION_HPP_
