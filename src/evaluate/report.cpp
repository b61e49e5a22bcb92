// Report: assembled from an experiment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/report.hpp"

#include <utility>

namespace codeweaver::evaluate {
namespace {

constexpr std::size_t kFileLevel = static_cast<std::size_t>(Level::kFile);

Group everything(std::size_t queries) {
  Group all{"overall", "all", {}};
  for (std::size_t i = 0; i < queries; ++i) all.members.push_back(i);
  return all;
}

std::vector<AblationRow> make_ablations(const Experiment& experiment) {
  std::vector<AblationRow> rows;
  const std::vector<Group> all = {everything(experiment.queries.size())};
  std::vector<double> before;
  for (const auto& answers : experiment.answers) {
    const auto scores = score(experiment.queries, answers.lists);
    std::vector<double> now, difference;
    for (const auto& one : scores) now.push_back(at(one.metrics[kFileLevel], Metric::kNdcg));
    auto& row = rows.emplace_back();
    row.name = answers.name;
    row.score = summarize(experiment.queries, all, scores).front();
    row.latency_p50_ms = quantile(answers.latency_ms, 0.5);
    row.latency_p95_ms = quantile(answers.latency_ms, 0.95);
    if (rows.size() > 1) {
      for (std::size_t i = 0; i < now.size(); ++i) difference.push_back(now[i] - before[i]);
      row.step = mean(difference);
      row.p_value = sign_flip_p_value(difference);
    }
    before = std::move(now);
  }
  return rows;
}

}  // namespace

Report make_report(const Experiment& experiment) {
  const auto& answers = experiment.answers.back();
  Report report;
  report.queries = experiment.queries;
  report.scores = score(experiment.queries, answers.lists);
  for (const auto& query : experiment.without_repository) ++report.missing[query.key.repo];
  report.lost_targets = experiment.lost_targets;
  report.repositories = experiment.repositories;
  report.files = experiment.files;
  report.chunks = experiment.chunks;
  report.index_seconds = experiment.index_seconds;
  report.latency_p50_ms = quantile(answers.latency_ms, 0.5);
  report.latency_p95_ms = quantile(answers.latency_ms, 0.95);
  report.groups = summarize(report.queries, groups_of(report.queries), report.scores);
  if (experiment.answers.size() > 1) report.ablations = make_ablations(experiment);
  return report;
}

Versus make_versus(const Report& report, std::string file,
                   const std::map<QueryKey, RankedList>& theirs,
                   const std::filesystem::path& repositories) {
  Versus versus;
  versus.file = std::move(file);
  std::vector<Query> queries;
  std::vector<QueryScore> ours;
  std::vector<RankedList> lists;
  for (std::size_t i = 0; i < report.queries.size(); ++i) {
    const auto found = theirs.find(report.queries[i].key);
    if (found == theirs.end()) {
      ++versus.unasked;
      continue;
    }
    queries.push_back(report.queries[i]);
    ours.push_back(report.scores[i]);
    lists.push_back(found->second);
  }
  std::map<std::string, std::vector<RankedList*>> by_repository;
  for (std::size_t i = 0; i < lists.size(); ++i)
    by_repository[queries[i].key.repo].push_back(&lists[i]);
  for (const auto& [repo, answered] : by_repository) count_tokens(repositories / repo, answered);
  const auto scores = score(queries, lists);
  const auto groups = groups_of(queries);
  versus.groups = summarize(queries, groups, scores);
  versus.differences = compare(queries, groups, ours, scores);
  return versus;
}

}  // namespace codeweaver::evaluate
