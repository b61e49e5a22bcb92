// Requests from outside to stop or to hang up, and pipes that nobody reads.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>

namespace codeweaver::os {

enum class Request : std::uint8_t {
  kStop,   ///< an interrupt from the keyboard, or a polite request to end
  kHangUp  ///< the terminal is gone, or files have to be opened anew
};

/// From now on such a request ends nothing: wait_for_request() returns for each. Calls of the
/// system that it comes in between go on.
void note_requests(Request kind) noexcept;
/// Sleeps until there is one; its number with the system, 0 for one of add_request().
int wait_for_request(Request kind) noexcept;
/// As if it had come from outside.
void add_request(Request kind) noexcept;
/// They end the process again.
void end_on_requests(Request kind) noexcept;
/// They do nothing.
void ignore_requests(Request kind) noexcept;

/// What happens to a process that writes where nobody reads: it ends, or writing fails with EPIPE.
void end_on_broken_pipe() noexcept;
void ignore_broken_pipes() noexcept;
/// The same for this thread alone.
void ignore_broken_pipes_in_thread() noexcept;

}  // namespace codeweaver::os
