// Signals: requests to stop or to hang up, and broken pipes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::os {

enum class Request : std::uint8_t {
  kStop,   ///< an interrupt from the keyboard, or SIGTERM
  kHangUp  ///< the terminal closed, or files must be reopened
};

/// From now on requests of this kind do not end the process; wait_for_request() returns for each
/// one. Interrupted system calls continue.
void note_requests(Request kind) noexcept;
/// Sleeps until a request arrives. Returns its signal number, or 0 if add_request() made it.
int wait_for_request(Request kind) noexcept;
/// Simulates a request from outside.
void add_request(Request kind) noexcept;
/// Restores the default: requests end the process.
void end_on_requests(Request kind) noexcept;
/// Makes requests have no effect.
void ignore_requests(Request kind) noexcept;

/// Whether a write to a closed pipe ends the process, or fails with EPIPE.
void end_on_broken_pipe() noexcept;
void ignore_broken_pipes() noexcept;
/// The same for this thread only.
void ignore_broken_pipes_in_thread() noexcept;

}  // namespace codeweaver::os
