// Timer: the passing of time as callers of services know it, replaced by tests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace codeweaver::net {

/// Thread safety: calls may be concurrent.
class Timer {
 public:
  virtual ~Timer() = default;
  virtual std::chrono::steady_clock::time_point now() const = 0;
  /// Waits; false: the stop token ended it.
  virtual bool sleep(std::chrono::milliseconds time, std::stop_token stop) const = 0;
};

/// That of the machine; never destroyed.
const Timer& system_timer() noexcept;

}  // namespace codeweaver::net
