// The JSON form of a speed report.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>

#include "bench/speed.hpp"
#include "evaluate/statistics.hpp"

namespace codeweaver::bench {
namespace {

json::Value to_json(const Spread& spread) {
  return json::Object{
      {"samples", spread.samples}, {"p50", spread.p50}, {"p95", spread.p95}, {"p99", spread.p99}};
}

json::Value to_json(const std::vector<double>& values) {
  json::Value list = json::Array{};
  for (const double value : values) list.push_back(value);
  return list;
}

json::Value to_json(const IndexSpeed& index) {
  json::Value stages = json::Object{};
  for (const auto& [stage, seconds] : index.stage_s) stages.set(stage, seconds);
  const double wall = evaluate::quantile(index.wall_s, 0.5),
               cpu = evaluate::quantile(index.cpu_s, 0.5);
  json::Value out = json::Object{{"files", index.files},
                                 {"chunks", index.chunks},
                                 {"skipped", index.skipped},
                                 {"failed", index.failed},
                                 {"source_bytes", index.source_bytes},
                                 {"wall_s", wall},
                                 {"cpu_s", cpu},
                                 {"runs_wall_s", to_json(index.wall_s)},
                                 {"runs_cpu_s", to_json(index.cpu_s)},
                                 {"stage_s", std::move(stages)}};
  if (index.peak_rss_mib) out.set("peak_rss_mib", *index.peak_rss_mib);
  if (!index.parse_alone) return out;
  const auto& alone = *index.parse_alone;
  out.set("parse_alone", json::Object{{"wall_s", alone.wall},
                                      {"cpu_s", alone.cpu},
                                      {"files", alone.files},
                                      {"bytes", alone.bytes}});
  if (alone.wall > 0) out.set("wall_to_parse", wall / alone.wall);
  if (alone.cpu > 0) out.set("cpu_to_parse", cpu / alone.cpu);
  return out;
}

json::Value latency_json(const SpeedReport& report) {
  json::Value kinds = json::Array{};
  for (const auto& kind : report.latency) {
    json::Value entry = json::Object{{"name", kind.name},
                                     {"about", kind.about},
                                     {"is_usual", kind.is_usual},
                                     {"first_ms", to_json(kind.first)},
                                     {"cpu_ms", kind.cpu_ms}};
    if (kind.repeated.samples > 0) entry.set("repeated_ms", to_json(kind.repeated));
    json::Value texts = json::Array{};
    for (const auto& text : kind.texts) texts.push_back(text);
    entry.set("texts", std::move(texts));
    kinds.push_back(std::move(entry));
  }
  json::Value out = json::Object{{"open_ms", report.open_ms},
                                 {"open_and_search_ms", report.open_and_search_ms},
                                 {"usual_ms", to_json(report.usual)},
                                 {"kinds", std::move(kinds)}};
  if (report.search_rss_mib) out.set("peak_rss_mib", *report.search_rss_mib);
  return out;
}

json::Value to_json(const ProgramSpeed& program) {
  return json::Object{{"bare_ms", to_json(program.bare)},
                      {"search_ms", to_json(program.search)},
                      {"search_cpu_ms", program.search_cpu_ms},
                      {"nothing_changed_ms", to_json(program.nothing_changed)}};
}

json::Value to_json(const UpdateSpeed& updates) {
  json::Value out = json::Object{{"nothing_changed_ms", to_json(updates.nothing_changed)}};
  if (updates.edit_to_answer) out.set("edit_to_answer_ms", to_json(*updates.edit_to_answer));
  if (updates.move_to_answer) out.set("move_to_answer_ms", to_json(*updates.move_to_answer));
  if (updates.switched) {
    out.set("switched_files", updates.switched_files);
    out.set("switch_ms", to_json(*updates.switched));
  }
  return out;
}

}  // namespace

json::Value to_json(const SpeedReport& report) {
  json::Value machine = json::Object{};
  for (const auto& [name, value] : report.machine) machine.set(name, value);
  json::Value out = json::Object{{"machine", std::move(machine)},
                                 {"root", report.root},
                                 {"index", to_json(report.index)},
                                 {"query", latency_json(report)}};
  if (report.program) out.set("program", to_json(*report.program));
  out.set("updates", to_json(report.updates));
  const auto& together = report.concurrency;
  out.set("concurrency",
          json::Object{{"searches", together.searches},
                       {"one_thread_per_s", evaluate::quantile(together.one_thread, 0.5)},
                       {"two_threads_per_s", evaluate::quantile(together.two_threads, 0.5)},
                       {"ratio", together.ratio}});
  const auto& disk = report.disk;
  json::Value disk_use = json::Object{{"database_bytes", disk.database},
                                      {"segments_bytes", disk.segments},
                                      {"other_bytes", disk.other},
                                      {"state_bytes", disk.state()}};
  if (const auto source = static_cast<double>(report.index.source_bytes); source > 0) {
    disk_use.set("state_to_source", static_cast<double>(disk.state()) / source);
    disk_use.set("segments_to_source", static_cast<double>(disk.segments) / source);
  }
  out.set("disk", std::move(disk_use));
  return out;
}

}  // namespace codeweaver::bench
