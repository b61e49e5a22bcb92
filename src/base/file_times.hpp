// File timestamps and their precision.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::base {

/// How far the clock for file times may lag behind the clock that programs read.
inline constexpr std::int64_t kClockSlackNs = 20'000'000;

/// The time after a change in which another change may leave the same timestamp. It is longer for
/// file systems that store whole seconds.
constexpr std::int64_t clock_slack_ns(std::int64_t changed_ns) noexcept {
  constexpr std::int64_t kSecondsSlackNs = 2'000'000'000;
  return changed_ns % 1'000'000'000 == 0 ? kSecondsSlackNs : kClockSlackNs;
}

}  // namespace codeweaver::base
