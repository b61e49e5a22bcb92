// Metrics of one ranked list against the targets of its query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "evaluate/query_set.hpp"
#include "evaluate/ranked_list.hpp"

namespace codeweaver::evaluate {

/// Number of ranks that the metrics use.
inline constexpr std::size_t kDepth = 10;

enum class Metric : std::size_t { kNdcg, kMrr, kRecall, kHit1, kHit3, kHit5 };
inline constexpr std::array<std::string_view, 6> kMetricNames = {"ndcg_10", "mrr_10", "recall_10",
                                                                 "hit_1",   "hit_3",  "hit_5"};
inline constexpr std::size_t kMetricCount = kMetricNames.size();

/// One value in [0, 1] per metric, in the order of Metric.
using MetricValues = std::array<double, kMetricCount>;
constexpr double at(const MetricValues& values, Metric metric) noexcept {
  return values[static_cast<std::size_t>(metric)];
}

inline constexpr double kPrimaryGain = 1.0, kSecondaryGain = 0.5;

/// When a result is relevant.
enum class Level : std::size_t {
  /// The list is reduced to its distinct files, in order of first appearance. A file is relevant if
  /// it has a target. Its gain is that of its best target.
  kFile,
  /// A result is relevant if it overlaps a target's lines (for a target without lines: its file).
  /// Its gain is that of the best such target that no earlier result has used.
  kSpan,
};
inline constexpr std::array<std::string_view, 2> kLevelNames = {"file", "span"};

/// Computes all metrics:
/// - NDCG@10: gains over log2(rank + 1), summed, divided by the same sum for the best possible
///   order of all targets (file level: of their distinct files).
/// - MRR@10: one over the rank of the first relevant result; 0 if none of ten is relevant.
/// - Recall@10: share of the primary targets (file level: of their distinct files) that the first
///   ten results reach.
/// - hit@k: 1 if one of the first k results is relevant, else 0.
MetricValues measure(const std::vector<Target>& targets, const RankedList& results, Level level);

/// The number of tokens to read, from the top, up to and including the first relevant result. All
/// tokens if no result is relevant.
std::size_t tokens_to_first_hit(const std::vector<Target>& targets, const RankedList& results,
                                Level level);

}  // namespace codeweaver::evaluate
