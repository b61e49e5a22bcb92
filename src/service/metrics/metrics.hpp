// Metrics: counts and times of the searches, index runs, requests and calls of this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/index_types.hpp"
#include "codeweaver/search_types.hpp"
#include "http/http_message.hpp"
#include "http/server_load.hpp"

namespace codeweaver::service {

/// Quantiles and average of recent values; all 0 before the first value.
struct Spread {
  double p50 = 0, p95 = 0, p99 = 0;
  double average = 0;
};

/// The last 100 values, and the number and sum of all values.
class RecentValues {
 public:
  static constexpr std::size_t kKept = 100;
  void add(double value);
  /// Quantiles by nearest rank. Cost: sorts the kept values.
  Spread spread() const;
  std::uint64_t count() const noexcept { return count_; }
  double sum() const noexcept { return sum_; }

 private:
  std::array<double, kKept> values_{};
  std::uint64_t count_ = 0;
  double sum_ = 0;
};

/// Milliseconds from `begin` to now.
inline double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// A cumulative histogram of durations, as in Prometheus.
class Histogram {
 public:
  static constexpr std::array kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                         0.25,  0.5,    1.0,   2.5,  5.0,   10.0};  ///< seconds
  void add(double seconds) noexcept;
  /// Number of durations up to kBounds[i].
  std::uint64_t up_to(std::size_t i) const noexcept { return up_to_[i]; }
  std::uint64_t count() const noexcept { return count_; }
  double sum() const noexcept { return sum_; }

 private:
  std::array<std::uint64_t, kBounds.size()> up_to_{};
  std::uint64_t count_ = 0;
  double sum_ = 0;
};

/// Labels of HTTP requests.
struct RequestKind {
  std::string method;  ///< "other" for unknown methods
  std::string route;   ///< the pattern; "none" if no route matched
  std::string status;  ///< "gone" if the client disconnected before the answer
  auto operator<=>(const RequestKind&) const = default;
};

/// Labels of MCP tool calls.
struct CallKind {
  std::string tool;
  std::string outcome;  ///< success | error | task
  auto operator<=>(const CallKind&) const = default;
};

/// Everything counted since the process started.
struct Counts {
  RecentValues query_latency_ms{}, results_returned{}, store_latency_ms{};
  std::map<std::string, std::uint64_t> intents{};  ///< by name; contains all known intents
  std::uint64_t chunks_created = 0, index_errors = 0;
  double last_index_seconds = 0;  ///< of the last complete run
  Histogram search_seconds{};
  StageTimes search_stages{};  ///< sums over all searches
  std::map<RequestKind, std::uint64_t> requests{};
  std::map<std::string, Histogram> request_seconds{};  ///< by route
  std::map<CallKind, std::uint64_t> calls{};
  std::map<std::string, Histogram> call_seconds{};  ///< by tool
};

/// Thread safety: all members may be called concurrently.
class Metrics {
 public:
  Metrics();
  void add_query(double latency_ms, const FindCodeResponseSummary& answer);
  void add_store_operation(double latency_ms);
  void add_run(const IndexReport& report);
  void add_request(const http::AccessRecord& access);
  void add_call(std::string_view tool, std::string_view outcome, double seconds);
  Counts counts() const;
  /// The counters that the HTTP server maintains.
  const std::shared_ptr<http::ServerLoad>& load() const noexcept { return load_; }

 private:
  const std::shared_ptr<http::ServerLoad> load_ = std::make_shared<http::ServerLoad>();
  mutable std::mutex mutex_;
  Counts counts_;  // guarded by mutex_
};

}  // namespace codeweaver::service
