// Opens a file relative to an open folder, for which Win32 has no function.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/file_status.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

enum class Opened : std::uint8_t { kAnything, kFolder };

/// Opens an existing file or folder with these rights. On failure the result is not open, and errno
/// is set. For a link that is not followed it is ELOOP (ENOTDIR if a folder is wanted), unless only
/// its attributes are requested.
Descriptor open_at(Handle folder, const char* path, ACCESS_MASK access, Links links,
                   Opened kind = Opened::kAnything) noexcept;
/// The same by path.
Descriptor open_existing(const PathChar* path, ACCESS_MASK access, Links links,
                         Opened kind = Opened::kAnything) noexcept;

/// Whether an open handle is a link itself, not its target.
bool is_link(Handle open) noexcept;

}  // namespace codeweaver::os
