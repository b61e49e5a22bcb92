// Writes metrics as members of a JSON object or as Prometheus lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics/metrics_text.hpp"

#include <string_view>
#include <utility>

#include "service/metrics/prometheus_lines.hpp"

namespace codeweaver::service {
namespace {

json::Value quantiles(const RecentValues& values) {
  const auto spread = values.spread();
  return json::Object{{"p50", spread.p50}, {"p95", spread.p95}, {"p99", spread.p99}};
}

}  // namespace

std::string_view circuit_state(const RemoteServiceStatus& service) noexcept {
  return service.circuit_breaker == "trial" ? "half_open"
                                            : std::string_view(service.circuit_breaker);
}

json::Value metrics_json(const Counts& counts, const Gauges& now) {
  const auto results = counts.results_returned.spread();
  json::Value intents = json::Object{};
  for (const auto& [name, count] : counts.intents) intents.set(name, count);
  json::Value out;
  out.set("search_query_latency_ms", quantiles(counts.query_latency_ms));
  out.set("search_queries_total", counts.query_latency_ms.count());
  out.set("search_results_returned",
          json::Object{{"avg", results.average}, {"p50", results.p50}, {"p95", results.p95}});
  out.set("search_intent_distribution", std::move(intents));
  out.set("indexing_files_per_second", now.files_per_second);
  out.set("indexing_chunks_created_total", counts.chunks_created);
  out.set("indexing_errors_total", counts.index_errors);
  out.set("indexing_duration_seconds", counts.last_index_seconds);
  out.set("embedding_api_requests_total", now.embedder.attempts);
  out.set("embedding_api_errors_total", now.embedder.failed);
  out.set("embedding_api_latency_ms", quantiles({}));
  out.set("vector_store_operation_latency_ms", quantiles(counts.store_latency_ms));
  out.set("circuit_breaker_state", circuit_state(now.embedder));
  out.set("circuit_breaker_open_count", now.embedder.openings);
  return out;
}

std::string metrics_text(const Counts& counts, const Gauges& now) {
  PrometheusLines lines;
  lines.summary("search_query_latency_ms", "Time of a search; quantiles of the last 100.",
                counts.query_latency_ms);
  lines.single("search_queries_total", "counter", "Searches.",
               static_cast<double>(counts.query_latency_ms.count()));
  lines.summary("search_results_returned", "Matches of a search; quantiles of the last 100.",
                counts.results_returned);
  lines.head("search_intent_distribution", "counter", "Searches by intent.");
  for (const auto& [name, count] : counts.intents)
    lines.value("search_intent_distribution", static_cast<double>(count), {{"intent", name}});
  lines.single("indexing_files_per_second", "gauge", "Rate of the current index run.",
               now.files_per_second);
  lines.single("indexing_chunks_created_total", "counter", "Chunks made by index runs.",
               static_cast<double>(counts.chunks_created));
  lines.single("indexing_errors_total", "counter", "Files that could not be indexed.",
               static_cast<double>(counts.index_errors));
  lines.single("indexing_duration_seconds", "gauge", "Time of the last complete run.",
               counts.last_index_seconds);
  lines.single("embedding_api_requests_total", "counter", "Requests to a remote embedder.",
               static_cast<double>(now.embedder.attempts));
  lines.single("embedding_api_errors_total", "counter", "Calls of a remote embedder that failed.",
               static_cast<double>(now.embedder.failed));
  lines.summary("embedding_api_latency_ms", "Time of a request to a remote embedder.", {});
  lines.summary("vector_store_operation_latency_ms", "Time to open the newest state of an index.",
                counts.store_latency_ms);
  lines.head("circuit_breaker_state", "gauge", "1 for the current state of the circuit breaker.");
  for (const std::string_view state : {"closed", "open", "half_open"})
    lines.value("circuit_breaker_state", state == circuit_state(now.embedder) ? 1 : 0,
                {{"state", state}});
  lines.single("circuit_breaker_open_count", "counter", "Times the circuit breaker opened.",
               static_cast<double>(now.embedder.openings));
  return lines.take();
}

}  // namespace codeweaver::service
