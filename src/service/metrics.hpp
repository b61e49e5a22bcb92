// Metrics: what searches and index runs of this process came to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "codeweaver/index_types.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::service {

/// Figures of the last values; all 0 before the first.
struct Spread {
  double p50 = 0, p95 = 0, p99 = 0;
  double average = 0;
};

/// The last 100 values, and the sum of all.
class RecentValues {
 public:
  static constexpr std::size_t kKept = 100;
  void add(double value);
  /// By nearest rank. Cost: one sort of what is kept.
  Spread spread() const;
  std::uint64_t count() const noexcept { return count_; }
  double sum() const noexcept { return sum_; }

 private:
  std::array<double, kKept> values_{};
  std::uint64_t count_ = 0;
  double sum_ = 0;
};

/// As latencies are counted.
inline double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// What is counted since the process began.
struct Counts {
  RecentValues query_latency_ms{}, results_returned{}, store_latency_ms{};
  std::map<std::string, std::uint64_t> intents{};  ///< by name; every known one is there
  std::uint64_t chunks_created = 0, index_errors = 0;
  double last_index_seconds = 0;  ///< of the last run that reached its end
};

/// Thread safety: all members may be called concurrently.
class Metrics {
 public:
  Metrics();
  void add_query(double latency_ms, const FindCodeResponseSummary& answer);
  void add_store_operation(double latency_ms);
  void add_run(const IndexReport& report);
  Counts counts() const;

 private:
  mutable std::mutex mutex_;
  Counts counts_;  // guarded by mutex_
};

}  // namespace codeweaver::service
