// Tables of the self-evaluation, and the result of tuning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/render_self.hpp"

#include <array>

#include "settings/toml_edit.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::array<const char*, evaluate::kMetricCount> kLabels = {
    "NDCG@10", "MRR@10", "Recall@10", "hit@1", "hit@3", "hit@5"};

std::string header(const evaluate::SelfReport& self, const Streams& streams) {
  const auto& report = self.report;
  std::string out = counted(report.queries.size(), "query", "queries") + " from " +
                    counted(self.commits, "commit") + " (" + counted(report.files, "file") + ", " +
                    counted(report.chunks, "chunk") + ")\n";
  std::string reasons;
  for (const auto& [reason, count] : self.left_out)
    reasons += (reasons.empty() ? "Skipped: " : ", ") + grouped(count) + " " + reason;
  if (!reasons.empty()) out += styled(streams, Style::kDim, reasons) + '\n';
  return out + formatted("Query latency: p50 %.1f ms, p95 %.1f ms\n", report.latency_p50_ms,
                         report.latency_p95_ms);
}

/// Prints the figures of all groups side by side, one row per metric.
std::string table(const evaluate::Report& report, std::size_t level, const Streams& streams) {
  const auto row = [&](const std::string& name, const auto& cell_of) {
    std::string line = formatted("%-12s", name.c_str());
    for (const auto& group : report.groups) line += formatted("%-24s", cell_of(group).c_str());
    return line.substr(0, line.find_last_not_of(' ') + 1);
  };
  const auto head =
      row(std::string(evaluate::kLevelNames[level]) + " level",
          [](const auto& group) { return group.name + ", " + grouped(group.queries); });
  std::string out = '\n' + styled(streams, Style::kBold, head) + '\n';
  for (std::size_t metric = 0; metric < evaluate::kMetricCount; ++metric)
    out += row(kLabels[metric],
               [&](const auto& group) {
                 const auto& interval = group.intervals[level][metric];
                 return formatted("%.3f [%.3f, %.3f]", group.metrics[level][metric], interval.low,
                                  interval.high);
               }) +
           '\n';
  return out;
}

std::string tuning_text(const evaluate::Tuning& tuning) {
  std::string out =
      "\nTuning: tried " + counted(tuning.tried, "combination") + " on the older queries\n";
  const auto changed = evaluate::changed_settings(tuning.present, tuning.best);
  if (changed.empty()) return out + "None is better than the current settings; keep them.\n";
  const double difference = tuning.newer_best - tuning.newer_present;
  out += formatted("older  %.3f -> %.3f\n", tuning.older_present, tuning.older_best);
  out += formatted("newer  %.3f -> %.3f, %+.3f [%.3f, %.3f], p = %.4f\n", tuning.newer_present,
                   tuning.newer_best, difference, tuning.difference.low, tuning.difference.high,
                   tuning.p_value);
  if (!tuning.is_better())
    return out + "Found nothing significantly better; keep the current settings.\n";
  return out + "Found significantly better settings for codeweaver.toml:\n\n" +
         settings::toml_text(changed);
}

}  // namespace

std::string render_self(const evaluate::SelfReport& self, const Streams& streams) {
  std::string out = header(self, streams);
  for (std::size_t level = 0; level < evaluate::kLevelNames.size(); ++level)
    out += table(self.report, level, streams);
  out += "\nIntervals are 95 % confidence intervals.\n";
  if (self.tuning) out += tuning_text(*self.tuning);
  return out;
}

}  // namespace codeweaver::cli
