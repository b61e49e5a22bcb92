// File locks that exclude other processes and end with their holder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

// These locks cover the whole file. The open file holds the lock, also against other handles in
// this process, until all its duplicates are closed. The system releases the lock when the process
// dies.

enum class Locked { kYes, kHeldByOther, kFailed };
/// Never waits. kFailed: errno is set.
Locked try_lock(Handle file) noexcept;
/// Sleeps in the kernel until the lock is free; wakes at once when the holder dies. Returns 0 or an
/// errno value. nullopt: stopped; then close the file, because the lock may have been taken.
std::optional<int> lock_when_free(Handle file, const std::stop_token& stop);
/// Whether another holder has the lock now. Does not disturb other holders.
bool is_locked(Handle file) noexcept;

/// A second, independent lock on a file, for a few steps that must not interleave. Waits.
void lock_shortly(Handle file) noexcept;
void unlock_shortly(Handle file) noexcept;

}  // namespace codeweaver::os
