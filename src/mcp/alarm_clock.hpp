// AlarmClock: calls functions after a delay.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace codeweaver::mcp {

/// Its threads start with the first alarm. Thread safety: all members may be called concurrently.
class AlarmClock {
 public:
  AlarmClock();
  ~AlarmClock();  ///< drops all pending alarms
  AlarmClock(const AlarmClock&) = delete;
  AlarmClock& operator=(const AlarmClock&) = delete;

  /// Calls `act` once, on a thread of the clock, after at least `time`. `act` must not throw; it
  /// may take long and may destroy the clock. If the system allows no more threads, this function
  /// calls `act` before it returns.
  void ring_after(std::chrono::milliseconds time, std::function<void()> act);

 private:
  struct Alarms;
  std::shared_ptr<Alarms> alarms_;
};

}  // namespace codeweaver::mcp
