// Metrics: figures of the last hundred values, sums of all.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics.hpp"

#include <doctest/doctest.h>

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

}  // namespace codeweaver::service
