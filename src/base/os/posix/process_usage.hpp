// What every POSIX system tells of itself and of this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "base/os/machine.hpp"

namespace codeweaver::os {

/// Of the system and its version, as uname(2) has them.
std::string system_name();
/// Fills in the time of processors and the most files that may be open.
void take_usage(ProcessFigures& figures) noexcept;

}  // namespace codeweaver::os
