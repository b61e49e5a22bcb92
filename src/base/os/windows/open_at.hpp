// Opening by a name in an open folder, which Win32 has no call for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/os/file_status.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

enum class Opened : std::uint8_t { kAnything, kFolder };

/// What is there under `path`, with these rights. Without success it is not open, and errno set;
/// ELOOP for a link that is not gone through, unless it is opened for its attributes alone.
Descriptor open_at(Handle folder, const char* path, ACCESS_MASK access, Links links,
                   Opened kind = Opened::kAnything) noexcept;
/// The same by a path.
Descriptor open_existing(const PathChar* path, ACCESS_MASK access, Links links,
                         Opened kind = Opened::kAnything) noexcept;

/// Whether an open thing is a link, and not where it leads.
bool is_link(Handle open) noexcept;

}  // namespace codeweaver::os
