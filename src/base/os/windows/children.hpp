// Children that have not been waited for: the number of a process means it while it is open alone.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/processes.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

/// Takes over the handle of a process that was started.
void keep_child(ProcessId id, HANDLE process);

}  // namespace codeweaver::os
