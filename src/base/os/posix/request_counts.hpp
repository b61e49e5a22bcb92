// Counters of requests. Signal handlers increment them, and a thread waits for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/signals.hpp"

namespace codeweaver::os {

/// Sets the counter to 0. Must be called before add_to_count().
void begin_count(Request kind) noexcept;
/// Adds one. Async-signal-safe.
void add_to_count(Request kind) noexcept;
/// Sleeps until the counter is positive and subtracts one.
void take_from_count(Request kind) noexcept;

}  // namespace codeweaver::os
