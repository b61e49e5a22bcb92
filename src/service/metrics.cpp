// Metrics: counters and the latest values behind one lock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "codeweaver/intent.hpp"

namespace codeweaver::service {

void RecentValues::add(double value) {
  values_[count_ % kKept] = value;
  ++count_;
  sum_ += value;
}

Spread RecentValues::spread() const {
  const auto kept = static_cast<std::size_t>(std::min<std::uint64_t>(count_, kKept));
  if (kept == 0) return {};
  std::vector<double> sorted(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(kept));
  std::ranges::sort(sorted);
  const auto at = [&](double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(kept)));
    return sorted[std::max<std::size_t>(rank, 1) - 1];
  };
  double sum = 0;
  for (const double value : sorted) sum += value;
  return {at(0.50), at(0.95), at(0.99), sum / static_cast<double>(kept)};
}

Metrics::Metrics() {
  for (std::size_t i = 0; i < kIntentTypeCount; ++i)
    counts_.intents[std::string(to_string(static_cast<IntentType>(i)))] = 0;
}

void Metrics::add_query(double latency_ms, const FindCodeResponseSummary& answer) {
  const std::lock_guard lock(mutex_);
  counts_.query_latency_ms.add(latency_ms);
  counts_.results_returned.add(static_cast<double>(answer.total_results));
  if (answer.query_intent)
    ++counts_.intents[std::string(to_string(answer.query_intent->intent_type))];
}

void Metrics::add_store_operation(double latency_ms) {
  const std::lock_guard lock(mutex_);
  counts_.store_latency_ms.add(latency_ms);
}

void Metrics::add_run(const IndexReport& report) {
  const std::lock_guard lock(mutex_);
  counts_.chunks_created += report.chunks_created;
  counts_.index_errors += report.failures.size();
  if (report.status != IndexStatus::kCancelled && report.status != IndexStatus::kFailed)
    counts_.last_index_seconds = report.duration_seconds;
}

Counts Metrics::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace codeweaver::service
