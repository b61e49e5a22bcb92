// The JSON form of a report.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string_view>

#include "evaluate/report.hpp"

namespace codeweaver::evaluate {
namespace {

/// Writes {"file": {metric: entry}, "span": {metric: entry}} to `out`.
template <class Entry>
void set_metrics(json::Value& out, const Entry& entry) {
  for (std::size_t level = 0; level < kLevelNames.size(); ++level) {
    json::Value metrics = json::Object{};
    for (std::size_t metric = 0; metric < kMetricCount; ++metric)
      metrics.set(kMetricNames[metric], entry(level, metric));
    out.set(kLevelNames[level], std::move(metrics));
  }
}

json::Value to_json(const GroupScore& group) {
  json::Value out = json::Object{{"dimension", group.dimension},
                                 {"name", group.name},
                                 {"queries", group.queries},
                                 {"repositories", group.repositories}};
  set_metrics(out, [&](std::size_t level, std::size_t metric) -> json::Value {
    const auto& interval = group.intervals[level][metric];
    return json::Object{
        {"value", group.metrics[level][metric]}, {"low", interval.low}, {"high", interval.high}};
  });
  json::Value tokens = json::Object{};
  for (std::size_t level = 0; level < kLevelNames.size(); ++level)
    tokens.set(kLevelNames[level], group.tokens[level]);
  out.set("tokens_to_first_hit", std::move(tokens));
  return out;
}

json::Value to_json(const GroupDifference& group) {
  json::Value out = json::Object{
      {"dimension", group.dimension}, {"name", group.name}, {"queries", group.queries}};
  set_metrics(out, [&](std::size_t level, std::size_t metric) -> json::Value {
    const auto& interval = group.intervals[level][metric];
    return json::Object{{"ours", group.ours[level][metric]},
                        {"theirs", group.theirs[level][metric]},
                        {"difference", group.difference[level][metric]},
                        {"low", interval.low},
                        {"high", interval.high},
                        {"p_value", group.p_values[level][metric]}};
  });
  return out;
}

json::Value latency_json(double p50, double p95) {
  return json::Object{{"p50", p50}, {"p95", p95}};
}

json::Value to_json(const AblationRow& row) {
  json::Value out = json::Object{{"name", row.name}};
  if (row.step) out.set("step", *row.step);
  if (row.p_value) out.set("p_value", *row.p_value);
  out.set("latency_ms", latency_json(row.latency_p50_ms, row.latency_p95_ms));
  out.set("score", to_json(row.score));
  return out;
}

template <class Rows>
json::Value list_json(const Rows& rows) {
  json::Value list = json::Array{};
  for (const auto& row : rows) list.push_back(to_json(row));
  return list;
}

json::Value to_json(const Versus& versus) {
  return json::Object{{"file", versus.file},
                      {"unasked", versus.unasked},
                      {"groups", list_json(versus.groups)},
                      {"differences", list_json(versus.differences)}};
}

json::Value queries_json(const Report& report) {
  json::Value list = json::Array{};
  for (std::size_t i = 0; i < report.queries.size(); ++i) {
    const auto& query = report.queries[i];
    json::Value entry = json::Object{
        {"repo", query.key.repo}, {"query_id", query.key.query_id}, {"category", query.category}};
    set_metrics(entry, [&](std::size_t level, std::size_t metric) -> json::Value {
      return report.scores[i].metrics[level][metric];
    });
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

json::Value to_json(const Report& report) {
  json::Value out;
  out.set("queries", report.queries.size());
  out.set("repositories", report.repositories);
  out.set("files", report.files);
  out.set("chunks", report.chunks);
  out.set("index_seconds", report.index_seconds);
  out.set("latency_ms", latency_json(report.latency_p50_ms, report.latency_p95_ms));
  json::Value missing = json::Object{}, lost = json::Array{};
  for (const auto& [repo, queries] : report.missing) missing.set(repo, queries);
  for (const auto& target : report.lost_targets) lost.push_back(target);
  out.set("missing_repositories", std::move(missing));
  out.set("lost_targets", std::move(lost));
  out.set("groups", list_json(report.groups));
  if (!report.ablations.empty()) out.set("ablations", list_json(report.ablations));
  if (report.versus) out.set("versus", to_json(*report.versus));
  out.set("per_query", queries_json(report));
  return out;
}

}  // namespace codeweaver::evaluate
