// Tests of metrics: figures of the last hundred values, totals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics/metrics.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "service/metrics/conventional_metrics.hpp"
#include "service/metrics/prometheus_lines.hpp"

namespace codeweaver::service {

TEST_CASE("metrics: figures are those of the last hundred values, sums those of all") {
  RecentValues values;
  CHECK(values.spread().p99 == 0);
  values.add(7);
  CHECK(values.spread().p50 == 7);
  CHECK(values.spread().p99 == 7);
  for (int i = 1; i <= 300; ++i) values.add(i);
  const auto spread = values.spread();
  CHECK(spread.p50 == 250);
  CHECK(spread.p95 == 295);
  CHECK(spread.p99 == 299);
  CHECK(spread.average == doctest::Approx(250.5));
  CHECK(values.count() == 301);
  CHECK(values.sum() == 7 + 300 * 301 / 2);
}

TEST_CASE("metrics: searches and runs are counted") {
  Metrics metrics;
  CHECK(metrics.counts().intents.size() == kIntentTypeCount);
  FindCodeResponseSummary answer;
  answer.total_results = 3;
  metrics.add_query(1.5, answer);
  answer.query_intent.emplace().intent_type = IntentType::kDebug;
  metrics.add_query(2.5, answer);
  IndexReport report;
  report.status = IndexStatus::kSuccess;
  report.chunks_created = 10;
  report.failures.resize(2);
  report.duration_seconds = 4;
  metrics.add_run(report);
  report.status = IndexStatus::kCancelled;
  report.duration_seconds = 1;
  metrics.add_run(report);
  const auto counts = metrics.counts();
  CHECK(counts.query_latency_ms.count() == 2);
  CHECK(counts.query_latency_ms.sum() == 4);
  CHECK(counts.results_returned.spread().average == 3);
  CHECK(counts.intents.at("debug") == 1);
  CHECK(counts.intents.at("test") == 0);
  CHECK(counts.chunks_created == 20);
  CHECK(counts.index_errors == 4);
  CHECK(counts.last_index_seconds == 4);
}

TEST_CASE("metrics: conventional names have units, types and labels that Prometheus reads") {
  Metrics metrics;
  http::AccessRecord access;
  access.method = "POST";
  access.route = "/api/v1/projects/{project_id}";
  access.status = 200;
  access.duration = std::chrono::milliseconds(30);
  metrics.add_request(access);
  metrics.add_request(access);
  access = {};
  access.method = "BREW\"\n";
  metrics.add_request(access);
  metrics.add_call("find_code", "success", 0.2);
  metrics.add_call("find_code", "error", 0);
  FindCodeResponseSummary answer;
  answer.stage_times.ranking_ms = 750;
  metrics.add_query(1500, answer);
  metrics.add_query(0, answer);
  ++metrics.load()->requests;
  const auto text = conventional_metrics(metrics, 12.5);
  for (const auto* line :
       {"# TYPE codeweaver_http_requests_total counter\n",
        "codeweaver_http_requests_total{method=\"POST\",route=\"/api/v1/projects/{project_id}\","
        "status=\"200\"} 2\n",
        "codeweaver_http_requests_total{method=\"other\",route=\"none\",status=\"gone\"} 1\n",
        "codeweaver_http_request_duration_seconds_bucket{route=\"/api/v1/projects/{project_id}\","
        "le=\"0.025\"} 0\n",
        "codeweaver_http_request_duration_seconds_bucket{route=\"/api/v1/projects/{project_id}\","
        "le=\"0.05\"} 2\n",
        "codeweaver_http_requests_in_flight 1\n",
        "codeweaver_mcp_calls_total{tool=\"find_code\",outcome=\"error\"} 1\n",
        "codeweaver_search_duration_seconds_bucket{le=\"2.5\"} 2\n",
        "codeweaver_search_stage_seconds_total{stage=\"ranking\"} 1.5\n",
        "codeweaver_search_stage_seconds_total{stage=\"fusion\"} 0\n",
        "codeweaver_search_duration_seconds_bucket{le=\"+Inf\"} 2\n",
        "codeweaver_searches_total{intent=\"none\"} 2\n", "codeweaver_build_info{version=\"",
        "# TYPE process_cpu_seconds_total counter\n", "process_resident_memory_bytes "}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("metrics: what is written as a label is escaped") {
  PrometheusLines lines;
  lines.value("name", 1, {{"a", "say \"x\"\n\\"}, {"b", ""}});
  CHECK(lines.take() == "name{a=\"say \\\"x\\\"\\n\\\\\",b=\"\"} 1\n");
}

}  // namespace codeweaver::service
