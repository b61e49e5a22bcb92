// Locks on files that exclude other processes, and end with whoever holds them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

// Of the whole file; held by what was opened, also against others in this process, until all that
// was made of it is closed. The system releases it when the process dies.

enum class Locked { kYes, kHeldByOther, kFailed };
/// Never waits. kFailed: errno is set.
Locked try_lock(Handle file) noexcept;
/// Sleeps in the system until the lock comes free: at once when its holder dies. 0, or an errno
/// value; nullopt when stopped: then close the file, as the lock may have been taken.
std::optional<int> lock_when_free(Handle file, const std::stop_token& stop);
/// Whether another holds it now; takes nothing, so it disturbs nobody.
bool is_locked(Handle file) noexcept;

/// A second lock on a file, beside the above, for a few steps that must not be mixed. Waits.
void lock_shortly(Handle file) noexcept;
void unlock_shortly(Handle file) noexcept;

}  // namespace codeweaver::os
