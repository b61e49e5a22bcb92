// Tables of the quality benchmark.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/render_quality.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace codeweaver::bench {
namespace {

using cli::duration;
using cli::formatted;
using cli::Streams;
using cli::Style;

using evaluate::Metric;
constexpr std::size_t kListedTargets = 5;
constexpr std::size_t kNameWidth = 24;

std::string row(const std::string& name, const std::string& values) {
  const auto padding = name.size() < kNameWidth ? kNameWidth - name.size() : 1;
  return name + std::string(padding, ' ') + values + '\n';
}

std::string interval_text(const evaluate::Interval& interval) {
  return formatted("[%.3f, %.3f]", interval.low, interval.high);
}

/// Rows of a dimension are indented below its name. The overall row and the fixed group are not.
std::string label(const std::string& dimension, const std::string& name) {
  return dimension == "overall" || dimension == "fixed" ? name : "  " + name;
}

/// Prints one table of groups; `cells_of` returns the cells of a row.
template <class Groups, class Cells>
std::string table(const std::string& title, const std::string& columns, const Groups& groups,
                  const Streams& streams, const Cells& cells_of) {
  std::string out = '\n' + styled(streams, Style::kBold, row(title, columns));
  std::string dimension;
  for (const auto& group : groups) {
    if (group.dimension != dimension && !label(group.dimension, "").empty())
      out += group.dimension + '\n';
    dimension = group.dimension;
    out += row(label(group.dimension, group.name), cells_of(group));
  }
  return out;
}

std::string score_cells(const evaluate::GroupScore& group, std::size_t level) {
  const auto& values = group.metrics[level];
  const auto& interval = group.intervals[level][static_cast<std::size_t>(Metric::kNdcg)];
  return formatted("%7zu  %7.3f %s %8.3f %10.3f %6.3f %6.3f %6.3f %7.0f", group.queries,
                   at(values, Metric::kNdcg), interval_text(interval).c_str(),
                   at(values, Metric::kMrr), at(values, Metric::kRecall), at(values, Metric::kHit1),
                   at(values, Metric::kHit3), at(values, Metric::kHit5), group.tokens[level]);
}

std::string scores(const evaluate::Report& report, bool with_repositories, const Streams& streams) {
  auto shown = report.groups;
  if (!with_repositories)
    std::erase_if(shown, [](const auto& group) { return group.dimension == "repo"; });
  std::string out;
  for (std::size_t level = 0; level < evaluate::kLevelNames.size(); ++level)
    out +=
        table(std::string(evaluate::kLevelNames[level]) + " level",
              "queries  NDCG@10 [95 % interval]   MRR@10  Recall@10  hit@1  hit@3  hit@5  tokens",
              shown, streams, [&](const auto& group) { return score_cells(group, level); });
  return out;
}

std::string ablation_rows(const evaluate::Report& report, const Streams& streams) {
  constexpr std::size_t kFile = static_cast<std::size_t>(evaluate::Level::kFile);
  std::string out = '\n' + styled(streams, Style::kBold,
                                  row("ablations, file level",
                                      "NDCG@10 [95 % interval]      step        p   p50 ms"));
  for (const auto& entry : report.ablations) {
    const auto& score = entry.score;
    const auto ndcg = static_cast<std::size_t>(Metric::kNdcg);
    out +=
        row(entry.name, formatted("%7.3f %s", score.metrics[kFile][ndcg],
                                  interval_text(score.intervals[kFile][ndcg]).c_str()) +
                            (entry.step ? formatted("  %+8.3f %8.4f", *entry.step, *entry.p_value)
                                        : std::string(19, ' ')) +
                            formatted(" %8.1f", entry.latency_p50_ms));
  }
  return out;
}

std::string difference_cells(const evaluate::GroupDifference& group, std::size_t level,
                             std::size_t metric) {
  return formatted(
      "%7zu %8.3f %8.3f  %+10.3f %-18s %8.4f", group.queries, group.ours[level][metric],
      group.theirs[level][metric], group.difference[level][metric],
      interval_text(group.intervals[level][metric]).c_str(), group.p_values[level][metric]);
}

std::string versus_tables(const evaluate::Versus& versus, const Streams& streams) {
  std::string out = "\nOurs minus " + versus.file;
  if (versus.unasked > 0)
    out += ", without " + counted(versus.unasked, "query", "queries") + " that it does not have";
  out += '\n';
  std::vector<evaluate::GroupDifference> shown;  // overall, by category and the fixed group
  std::copy_if(
      versus.differences.begin(), versus.differences.end(), std::back_inserter(shown),
      [](const auto& group) { return group.dimension != "language" && group.dimension != "repo"; });
  constexpr std::string_view kColumns =
      "queries     ours   theirs  difference [95 % interval]          p";
  for (std::size_t level = 0; level < evaluate::kLevelNames.size(); ++level) {
    const std::string name(evaluate::kLevelNames[level]);
    out += table("NDCG@10, " + name + " level", std::string(kColumns), shown, streams,
                 [&](const auto& group) { return difference_cells(group, level, 0); });
    out += '\n' + styled(streams, Style::kBold,
                         row("all queries, " + name + " level", std::string(kColumns)));
    for (std::size_t metric = 0; metric < evaluate::kMetricCount; ++metric)
      out += row(std::string(evaluate::kMetricNames[metric]),
                 difference_cells(shown.front(), level, metric));
    out += formatted("tokens to the first hit: theirs %.0f\n", versus.groups.front().tokens[level]);
  }
  return out;
}

std::string header(const evaluate::Report& report, const Streams& streams) {
  std::string out = counted(report.queries.size(), "query", "queries") + " on " +
                    counted(report.repositories, "repository", "repositories") + " (" +
                    counted(report.files, "file") + ", " + counted(report.chunks, "chunk") +
                    ", indexed in " + duration(report.index_seconds) + ")\n";
  out += formatted("Query latency: p50 %.1f ms, p95 %.1f ms\n", report.latency_p50_ms,
                   report.latency_p95_ms);
  for (const auto& [repo, queries] : report.missing)
    out += styled(streams, Style::kWarning,
                  "Skipped " + counted(queries, "query", "queries") + " on " + repo +
                      ": its folder does not exist") +
           '\n';
  if (report.lost_targets.empty()) return out;
  std::string names;
  for (std::size_t i = 0; i < std::min(report.lost_targets.size(), kListedTargets); ++i)
    names += (i == 0 ? "" : ", ") + report.lost_targets[i];
  if (report.lost_targets.size() > kListedTargets) names += ", ...";
  return out +
         styled(streams, Style::kWarning,
                counted(report.lost_targets.size(), "target") + " not found: " + names) +
         '\n';
}

}  // namespace

std::string render_quality(const evaluate::Report& report, bool with_repositories,
                           const cli::Streams& streams) {
  std::string out = header(report, streams) + scores(report, with_repositories, streams);
  if (!report.ablations.empty()) out += ablation_rows(report, streams);
  if (report.versus) out += versus_tables(*report.versus, streams);
  return out;
}

}  // namespace codeweaver::bench
