// Requests, calls, searches, index runs, the process and the build as Prometheus text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics/conventional_metrics.hpp"

#include "base/os/machine.hpp"
#include "codeweaver/version.hpp"
#include "service/metrics/prometheus_lines.hpp"

namespace codeweaver::service {
namespace {

double number(std::uint64_t count) {
  return static_cast<double>(count);
}

void add_requests(PrometheusLines& lines, const Counts& counts, const http::ServerLoad& load) {
  lines.head("codeweaver_http_requests_total", "counter",
             "Requests over HTTP by method, route and status.");
  for (const auto& [kind, count] : counts.requests)
    lines.value("codeweaver_http_requests_total", number(count),
                {{"method", kind.method}, {"route", kind.route}, {"status", kind.status}});
  lines.head("codeweaver_http_request_duration_seconds", "histogram",
             "Time from the first byte of a request to the last byte of its answer.");
  for (const auto& [route, seconds] : counts.request_seconds)
    lines.histogram("codeweaver_http_request_duration_seconds", seconds, {{"route", route}});
  lines.single("codeweaver_http_requests_in_flight", "gauge", "Requests in progress.",
               number(load.requests));
  lines.single("codeweaver_http_connections", "gauge", "Open connections.",
               number(load.connections));
}

void add_calls(PrometheusLines& lines, const Counts& counts) {
  lines.head("codeweaver_mcp_calls_total", "counter", "Calls of MCP tools by tool and outcome.");
  for (const auto& [kind, count] : counts.calls)
    lines.value("codeweaver_mcp_calls_total", number(count),
                {{"tool", kind.tool}, {"outcome", kind.outcome}});
  lines.head("codeweaver_mcp_call_duration_seconds", "histogram", "Time of an MCP tool call.");
  for (const auto& [tool, seconds] : counts.call_seconds)
    lines.histogram("codeweaver_mcp_call_duration_seconds", seconds, {{"tool", tool}});
}

void add_engine(PrometheusLines& lines, const Counts& counts, double files_per_second) {
  lines.head("codeweaver_search_duration_seconds", "histogram", "Time of a search.");
  lines.histogram("codeweaver_search_duration_seconds", counts.search_seconds);
  lines.head("codeweaver_search_stage_seconds_total", "counter", "Time of searches by stage.");
  for (const StageName& stage : kStages)
    lines.value("codeweaver_search_stage_seconds_total",
                counts.search_stages.*stage.milliseconds / 1000, {{"stage", stage.name}});
  lines.head("codeweaver_searches_total", "counter", "Searches by intent.");
  std::uint64_t with_intent = 0;
  for (const auto& [intent, count] : counts.intents) {
    lines.value("codeweaver_searches_total", number(count), {{"intent", intent}});
    with_intent += count;
  }
  lines.value("codeweaver_searches_total", number(counts.search_seconds.count() - with_intent),
              {{"intent", "none"}});
  lines.single("codeweaver_index_chunks_created_total", "counter", "Chunks made by index runs.",
               number(counts.chunks_created));
  lines.single("codeweaver_index_file_errors_total", "counter", "Files that could not be indexed.",
               number(counts.index_errors));
  lines.single("codeweaver_index_last_run_duration_seconds", "gauge",
               "Time of the last complete run.", counts.last_index_seconds);
  lines.single("codeweaver_index_files_per_second", "gauge", "Rate of the current index run.",
               files_per_second);
}

void add_process(PrometheusLines& lines) {
  const auto process = os::process_figures();
  lines.single("process_cpu_seconds_total", "counter", "User and system time of the process.",
               process.cpu_seconds);
  lines.single("process_resident_memory_bytes", "gauge", "Resident memory.",
               number(process.resident_bytes));
  lines.single("process_virtual_memory_bytes", "gauge", "Mapped memory.",
               number(process.virtual_bytes));
  lines.single("process_open_fds", "gauge", "Open files.", number(process.open_files));
  lines.single("process_max_fds", "gauge", "Limit of open files.", number(process.max_open_files));
  lines.single("process_start_time_seconds", "gauge",
               "Start time of the process, in seconds since 1970.", process.start_seconds);
}

}  // namespace

std::string conventional_metrics(const Metrics& metrics, double files_per_second) {
  const auto counts = metrics.counts();
  PrometheusLines lines;
  lines.head("codeweaver_build_info", "gauge", "Always 1; the label is the version.");
  lines.value("codeweaver_build_info", 1, {{"version", std::string(kVersion)}});
  add_requests(lines, counts, *metrics.load());
  add_calls(lines, counts);
  add_engine(lines, counts, files_per_second);
  add_process(lines);
  return lines.take();
}

}  // namespace codeweaver::service
