// Access rights for only the user of this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

/// Security attributes for new files and folders: full access for the owner and the system, none
/// for others. Files created in the folder inherit them. Null if Windows does not report the user.
/// Valid until the process ends.
SECURITY_ATTRIBUTES* for_owner_alone() noexcept;
/// Sets these rights on an open handle that has WRITE_DAC. False: refused.
bool keep_for_owner_alone(Handle open) noexcept;

}  // namespace codeweaver::os
