// Rights for the user of this process alone, as Windows has them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

/// For what is created: its owner and the system may do all, nobody else anything; also what is
/// made in a folder. Null where Windows does not tell who the user is. Lives as long as the
/// process.
SECURITY_ATTRIBUTES* for_owner_alone() noexcept;
/// Gives something open, with WRITE_DAC, these rights. False: it was refused.
bool keep_for_owner_alone(Handle open) noexcept;

}  // namespace codeweaver::os
