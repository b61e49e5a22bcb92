// AlarmClock: calls back after a while.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace codeweaver::mcp {

/// Its threads begin with the first alarm. Thread safety: all members may be called concurrently.
class AlarmClock {
 public:
  AlarmClock();
  ~AlarmClock();  ///< drops the alarms that have not rung
  AlarmClock(const AlarmClock&) = delete;
  AlarmClock& operator=(const AlarmClock&) = delete;

  /// Calls `act` once on a thread of the clock, no earlier than after `time`. `act` must not throw;
  /// it may take long, and may end the clock. Where the system allows no more threads, `act` is
  /// called before this returns.
  void ring_after(std::chrono::milliseconds time, std::function<void()> act);

 private:
  struct Alarms;
  std::shared_ptr<Alarms> alarms_;
};

}  // namespace codeweaver::mcp
