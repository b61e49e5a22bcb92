// Times of files, and how far they can be trusted.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::base {

/// By how much the clock that stamps files may lag behind the clock that programs read.
inline constexpr std::int64_t kClockSlackNs = 20'000'000;

/// How long after a change another one may leave the same time; file systems that keep whole
/// seconds need more.
constexpr std::int64_t clock_slack_ns(std::int64_t changed_ns) noexcept {
  constexpr std::int64_t kSecondsSlackNs = 2'000'000'000;
  return changed_ns % 1'000'000'000 == 0 ? kSecondsSlackNs : kClockSlackNs;
}

}  // namespace codeweaver::base
