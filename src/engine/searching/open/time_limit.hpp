// TimeLimit: when a query must end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>
#include <utility>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// The deadline of a query, measured from construction, and the caller's stop request. Once the
/// deadline was seen to have passed, that result does not change.
class TimeLimit {
 public:
  /// `deadline` zero: no limit.
  TimeLimit(std::chrono::milliseconds deadline, std::stop_token stop)
      : deadline_(deadline), stop_(std::move(stop)) {}

  /// Reads the clock if there is a deadline.
  bool is_out_of_time() {
    if (!was_missed_ && deadline_.count() != 0) was_missed_ = elapsed() >= deadline_;
    return was_missed_;
  }
  bool is_stop_requested() const { return stop_.stop_requested(); }
  /// True if no new work should start.
  bool is_over() { return is_stop_requested() || is_out_of_time(); }
  /// True if a call saw that the deadline had passed: the answer is partial.
  bool was_missed() const { return was_missed_; }
  std::chrono::duration<double, std::milli> elapsed() const {
    return std::chrono::steady_clock::now() - start_;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::milliseconds deadline_;
  std::stop_token stop_;
  bool was_missed_ = false;
};

/// The error "CANCELLED": the caller requested a stop.
inline Error search_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The search was stopped", "searching",
          ""};
}

}  // namespace codeweaver::engine
