// Children not yet waited for. A process id stays valid only while the process's handle is open.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/processes.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

/// Takes ownership of the handle of a started process.
void keep_child(ProcessId id, HANDLE process);

}  // namespace codeweaver::os
