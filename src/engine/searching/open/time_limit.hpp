// TimeLimit: when a query must end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>

#include "codeweaver/call_context.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/result.hpp"
#include "engine/searching/open/shared_deadline.hpp"

namespace codeweaver::engine {

/// The deadline of a query, measured from construction, and the context of its calls. Once the
/// deadline was seen to have passed, that result does not change.
class TimeLimit {
 public:
  /// `deadline` zero: no limit.
  TimeLimit(std::chrono::milliseconds deadline, const CallContext& call)
      : deadline_(deadline), call_(call.awaited().until(end_of_calls(deadline))) {}

  /// For calls to models and stores, which end early enough to answer without them.
  const CallContext& call() const noexcept { return call_; }

  /// Reads the clock if there is a deadline.
  bool is_out_of_time() {
    if (!was_missed_ && deadline_.count() != 0) was_missed_ = elapsed() >= deadline_;
    return was_missed_;
  }
  bool is_stop_requested() const { return call_.stop.stop_requested(); }
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
  CallContext call_;
  bool was_missed_ = false;
};

/// The error "CANCELLED": the caller requested a stop.
inline Error search_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The search was stopped", "searching",
          ""};
}

}  // namespace codeweaver::engine
