// Tables of the speed benchmark.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/render_speed.hpp"

#include "evaluate/statistics.hpp"

namespace codeweaver::bench {
namespace {

using cli::formatted;
using cli::Streams;
using cli::Style;

constexpr double kMega = 1e6;

std::string title(const std::string& text, const Streams& streams) {
  return '\n' + styled(streams, Style::kBold, text) + '\n';
}

std::string row(const std::string& name, const Spread& spread) {
  return formatted("%-28s %10.2f %10.2f %10.2f %8zu\n", name.c_str(), spread.p50, spread.p95,
                   spread.p99, spread.samples);
}

std::string machine(const SpeedReport& report) {
  std::string out;
  for (const auto& [name, value] : report.machine)
    out += formatted("%-10s %s\n", name.c_str(), value.c_str());
  return out;
}

std::string indexing(const IndexSpeed& index) {
  const double wall = evaluate::quantile(index.wall_s, 0.5);
  const double megabytes = static_cast<double>(index.source_bytes) / kMega;
  std::string out = counted(index.files, "file") + formatted(", %.1f MB, ", megabytes) +
                    counted(index.chunks, "chunk") + '\n';
  out += formatted("%-28s %10.2f s wall, %.2f s CPU, %.1f MB/s\n", "everything", wall,
                   evaluate::quantile(index.cpu_s, 0.5), megabytes / wall);
  for (const auto& [stage, seconds] : index.stage_s)
    out += formatted("  %-26s %10.2f s\n", stage.c_str(), seconds);
  if (index.parse_alone)
    out += formatted("%-28s %10.2f s wall, %.2f s CPU; everything takes %.2f times as long\n",
                     "tree-sitter alone", index.parse_alone->wall, index.parse_alone->cpu,
                     wall / index.parse_alone->wall);
  if (index.peak_rss_mib)
    out += formatted("%-28s %10.0f MiB\n", "peak memory", *index.peak_rss_mib);
  return out;
}

std::string disk(const SpeedReport& report) {
  const auto& use = report.disk;
  const auto source = static_cast<double>(report.index.source_bytes);
  const auto line = [&](const char* name, std::uint64_t bytes) {
    return formatted("%-28s %10.1f MB %8.2f of the source\n", name,
                     static_cast<double>(bytes) / kMega, static_cast<double>(bytes) / source);
  };
  return line("database", use.database) + line("segments", use.segments) + line("all", use.state());
}

std::string queries(const SpeedReport& report) {
  std::string out = row("all usual kinds", report.usual);
  for (const auto& kind : report.latency)
    out += row((kind.is_usual ? "  " : "edge case: ") + kind.name, kind.first);
  out += formatted("opening %.1f ms, with a first search %.1f ms\n", report.open_ms,
                   report.open_and_search_ms);
  if (report.search_rss_mib) out += formatted("peak memory %.0f MiB\n", *report.search_rss_mib);
  const auto& together = report.concurrency;
  return out + formatted("%zu searches: %.0f a second on one thread, %.0f on two, %.2f times\n",
                         together.searches, evaluate::quantile(together.one_thread, 0.5),
                         evaluate::quantile(together.two_threads, 0.5), together.ratio);
}

std::string updates(const SpeedReport& report) {
  std::string out = row("nothing changed", report.updates.nothing_changed);
  if (report.updates.edit_to_answer) out += row("edit to answer", *report.updates.edit_to_answer);
  if (report.updates.move_to_answer) out += row("move to answer", *report.updates.move_to_answer);
  if (report.updates.switched)
    out +=
        row(counted(report.updates.switched_files, "file") + " changed", *report.updates.switched);
  if (!report.program) return out;
  out += row("program: --version", report.program->bare);
  out += row("program: search", report.program->search);
  return out + row("program: index, no change", report.program->nothing_changed);
}

}  // namespace

std::string render_speed(const SpeedReport& report, const cli::Streams& streams) {
  const auto head = formatted("%-28s %10s %10s %10s %8s", "", "p50", "p95", "p99", "samples");
  return machine(report) + title("Indexing", streams) + indexing(report.index) +
         title("Disk", streams) + disk(report) + title("Queries, milliseconds", streams) + head +
         '\n' + queries(report) + title("Updates and starts, milliseconds", streams) + head + '\n' +
         updates(report);
}

}  // namespace codeweaver::bench
