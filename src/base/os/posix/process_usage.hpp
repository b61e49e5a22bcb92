// Figures of the system and of this process that all POSIX systems report.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "base/os/machine.hpp"

namespace codeweaver::os {

/// Name and version of the system, from uname(2).
std::string system_name();
/// Sets the CPU time and the limit of open files.
void take_usage(ProcessFigures& figures) noexcept;

}  // namespace codeweaver::os
