// Evaluation: the metrics of a run, for all queries and by group, and a comparison of two runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/evaluation.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "evaluate/shared_words.hpp"

namespace codeweaver::evaluate {
namespace {

constexpr std::size_t kColumns = kLevelNames.size() * kMetricCount;

/// Values of one group: a column for each level and metric, a row for each member.
using Columns = std::vector<std::vector<double>>;

Columns columns_of(const Group& group, std::span<const QueryScore> scores) {
  Columns columns(kColumns);
  for (std::size_t column = 0; column < kColumns; ++column)
    for (const auto member : group.members)
      columns[column].push_back(
          scores[member].metrics[column / kMetricCount][column % kMetricCount]);
  return columns;
}

/// The number of each member's repository, from 0.
std::vector<std::size_t> clusters_of(const Group& group, std::span<const Query> queries) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> clusters;
  for (const auto member : group.members)
    clusters.push_back(numbers.try_emplace(queries[member].key.repo, numbers.size()).first->second);
  return clusters;
}

std::size_t count_clusters(const std::vector<std::size_t>& clusters) {
  return clusters.empty() ? 0 : *std::max_element(clusters.begin(), clusters.end()) + 1;
}

void add_groups(std::vector<Group>& groups, std::span<const Query> queries,
                const std::string& dimension,
                const std::function<std::string(const Query&)>& name_of) {
  std::map<std::string, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < queries.size(); ++i) members[name_of(queries[i])].push_back(i);
  for (auto& [name, indices] : members) groups.push_back({dimension, name, std::move(indices)});
}

/// Writes one value for each level and metric.
template <class Values, class Source>
void spread(PerLevel<Values>& out, const Source& value_of) {
  for (std::size_t column = 0; column < kColumns; ++column)
    out[column / kMetricCount][column % kMetricCount] = value_of(column);
}

}  // namespace

std::vector<QueryScore> score(std::span<const Query> queries, std::span<const RankedList> lists) {
  std::vector<QueryScore> scores;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    auto& added = scores.emplace_back();
    for (const auto level : {Level::kFile, Level::kSpan}) {
      const auto at_level = static_cast<std::size_t>(level);
      added.metrics[at_level] = measure(queries[i].targets, lists[i], level);
      added.tokens[at_level] =
          static_cast<double>(tokens_to_first_hit(queries[i].targets, lists[i], level));
    }
  }
  return scores;
}

std::vector<Group> groups_of(std::span<const Query> queries) {
  std::vector<Group> groups;
  add_groups(groups, queries, "overall", [](const Query&) { return "all"; });
  add_groups(groups, queries, "language", [](const Query& query) { return query.language; });
  add_groups(groups, queries, "category", [](const Query& query) { return query.category; });
  add_groups(groups, queries, "repo", [](const Query& query) { return query.key.repo; });
  Group unshared{"fixed", std::string(kNoSharedWord), {}};
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (is_without_shared_word(queries[i])) unshared.members.push_back(i);
  if (!unshared.members.empty()) groups.push_back(std::move(unshared));
  return groups;
}

std::vector<GroupScore> summarize(std::span<const Query> queries, std::span<const Group> groups,
                                  std::span<const QueryScore> scores) {
  std::vector<GroupScore> out;
  for (const auto& group : groups) {
    const auto columns = columns_of(group, scores);
    const auto clusters = clusters_of(group, queries);
    const auto intervals = cluster_bootstrap(columns, clusters);
    auto& added = out.emplace_back();
    added.dimension = group.dimension;
    added.name = group.name;
    added.queries = group.members.size();
    added.repositories = count_clusters(clusters);
    spread(added.metrics, [&](std::size_t column) { return mean(columns[column]); });
    spread(added.intervals, [&](std::size_t column) { return intervals[column]; });
    for (std::size_t level = 0; level < kLevelNames.size(); ++level) {
      std::vector<double> tokens;
      for (const auto member : group.members) tokens.push_back(scores[member].tokens[level]);
      added.tokens[level] = mean(tokens);
    }
  }
  return out;
}

std::vector<GroupDifference> compare(std::span<const Query> queries, std::span<const Group> groups,
                                     std::span<const QueryScore> ours,
                                     std::span<const QueryScore> theirs) {
  std::vector<GroupDifference> out;
  for (const auto& group : groups) {
    const auto left = columns_of(group, ours), right = columns_of(group, theirs);
    auto difference = left;
    for (std::size_t column = 0; column < kColumns; ++column)
      std::transform(left[column].begin(), left[column].end(), right[column].begin(),
                     difference[column].begin(), std::minus<>());
    const auto intervals = cluster_bootstrap(difference, clusters_of(group, queries));
    auto& added = out.emplace_back();
    added.dimension = group.dimension;
    added.name = group.name;
    added.queries = group.members.size();
    spread(added.ours, [&](std::size_t column) { return mean(left[column]); });
    spread(added.theirs, [&](std::size_t column) { return mean(right[column]); });
    spread(added.difference, [&](std::size_t column) { return mean(difference[column]); });
    spread(added.intervals, [&](std::size_t column) { return intervals[column]; });
    spread(added.p_values,
           [&](std::size_t column) { return sign_flip_p_value(difference[column]); });
  }
  return out;
}

}  // namespace codeweaver::evaluate
