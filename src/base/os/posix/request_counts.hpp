// Counts of requests, which signal handlers add to and a thread waits for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/signals.hpp"

namespace codeweaver::os {

/// From 0. Before, nothing can be added.
void begin_count(Request kind) noexcept;
/// Adds one. A handler may call it.
void add_to_count(Request kind) noexcept;
/// Sleeps until there is one, and takes it.
void take_from_count(Request kind) noexcept;

}  // namespace codeweaver::os
