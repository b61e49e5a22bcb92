// A clock with a time that the test sets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>

#include "base/clock.hpp"

namespace codeweaver::test {

struct FixedClock final : base::Clock {
  std::chrono::system_clock::time_point time{};
  std::chrono::system_clock::time_point now() const override { return time; }
};

}  // namespace codeweaver::test
