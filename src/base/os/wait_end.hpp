// The end of a wait with a limit, for systems that wait in several steps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace codeweaver::os {

using WaitClock = std::chrono::steady_clock;

/// nullopt: a wait without a limit.
inline std::optional<WaitClock::time_point> end_of_wait(
    std::optional<std::chrono::milliseconds> limit) noexcept {
  constexpr std::chrono::milliseconds kLongest{std::numeric_limits<int>::max()};
  if (!limit) return std::nullopt;
  return WaitClock::now() + std::min(*limit, kLongest);
}

/// Time left until `end`, rounded up; 0 to `longest`.
inline std::int64_t milliseconds_until(WaitClock::time_point end, std::int64_t longest) noexcept {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - WaitClock::now());
  return std::clamp<std::int64_t>(left.count(), 0, longest);
}

}  // namespace codeweaver::os
