// Metrics: counters and recent values, guarded by one lock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics/metrics.hpp"

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

void Histogram::add(double seconds) noexcept {
  for (std::size_t i = 0; i < kBounds.size(); ++i) up_to_[i] += seconds <= kBounds[i] ? 1 : 0;
  ++count_;
  sum_ += seconds;
}

Metrics::Metrics() {
  for (std::size_t i = 0; i < kIntentTypeCount; ++i)
    counts_.intents[std::string(to_string(static_cast<IntentType>(i)))] = 0;
}

void Metrics::add_query(double latency_ms, const FindCodeResponseSummary& answer) {
  const std::lock_guard lock(mutex_);
  counts_.query_latency_ms.add(latency_ms);
  counts_.search_seconds.add(latency_ms / 1000);
  for (const StageName& stage : kStages)
    counts_.search_stages.*stage.milliseconds += answer.stage_times.*stage.milliseconds;
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

void Metrics::add_request(const http::AccessRecord& access) {
  static constexpr std::array<std::string_view, 7> kMethods = {"GET",   "HEAD",   "POST",   "PUT",
                                                               "PATCH", "DELETE", "OPTIONS"};
  const bool is_known = std::ranges::find(kMethods, access.method) != kMethods.end();
  const std::string route = access.route.empty() ? "none" : access.route;
  const std::lock_guard lock(mutex_);
  ++counts_.requests[{is_known ? access.method : "other", route,
                      access.status == 0 ? "gone" : std::to_string(access.status)}];
  counts_.request_seconds[route].add(std::chrono::duration<double>(access.duration).count());
}

void Metrics::add_call(std::string_view tool, std::string_view outcome, double seconds) {
  const std::lock_guard lock(mutex_);
  ++counts_.calls[{std::string(tool), std::string(outcome)}];
  counts_.call_seconds[std::string(tool)].add(seconds);
}

Counts Metrics::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace codeweaver::service
