// Timer: clock and sleep for service calls. Tests replace it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace codeweaver::net {

/// Thread-safe.
class Timer {
 public:
  virtual ~Timer() = default;
  virtual std::chrono::steady_clock::time_point now() const = 0;
  /// Waits. False: the stop token ended the wait.
  virtual bool sleep(std::chrono::milliseconds time, std::stop_token stop) const = 0;
};

/// The timer of the machine. Static storage.
const Timer& system_timer() noexcept;

}  // namespace codeweaver::net
