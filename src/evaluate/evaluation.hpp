// Evaluation: the metrics of a run, for all queries and by group, and a comparison of two runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/query_set.hpp"
#include "evaluate/ranked_list.hpp"
#include "evaluate/ranking_metrics.hpp"
#include "evaluate/statistics.hpp"

namespace codeweaver::evaluate {

/// One value per level; index it with a Level.
template <class T>
using PerLevel = std::array<T, kLevelNames.size()>;

/// The metrics of one ranked list.
struct QueryScore {
  PerLevel<MetricValues> metrics{};
  PerLevel<double> tokens{};  ///< to the first relevant result, see tokens_to_first_hit()
};
/// Parallel to `queries`.
std::vector<QueryScore> score(std::span<const Query> queries, std::span<const RankedList> lists);

/// A named subset of the queries.
struct Group {
  std::string dimension{};  ///< "overall", "language", "category", "repo", "fixed"
  std::string name{};
  std::vector<std::size_t> members{};  ///< indices of queries
};
inline constexpr std::string_view kNoSharedWord = "no shared word";

/// All queries; then each language, category and repository, ordered by name; then the fixed group
/// "no shared word" if it has members.
std::vector<Group> groups_of(std::span<const Query> queries);

/// Means over the queries of a group, with 95 % intervals (see cluster_bootstrap).
struct GroupScore {
  std::string dimension{}, name{};
  std::size_t queries = 0, repositories = 0;
  PerLevel<MetricValues> metrics{};
  PerLevel<std::array<Interval, kMetricCount>> intervals{};
  PerLevel<double> tokens{};
};
std::vector<GroupScore> summarize(std::span<const Query> queries, std::span<const Group> groups,
                                  std::span<const QueryScore> scores);

/// The difference of two runs on the same queries.
struct GroupDifference {
  std::string dimension{}, name{};
  std::size_t queries = 0;
  PerLevel<MetricValues> ours{}, theirs{}, difference{};
  PerLevel<std::array<Interval, kMetricCount>> intervals{};  ///< of the difference, paired
  PerLevel<MetricValues> p_values{};                         ///< see sign_flip_p_value()
};
std::vector<GroupDifference> compare(std::span<const Query> queries, std::span<const Group> groups,
                                     std::span<const QueryScore> ours,
                                     std::span<const QueryScore> theirs);

}  // namespace codeweaver::evaluate
