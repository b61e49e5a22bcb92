// Handles, texts and errors of Win32, shared by the sources in this folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// Kernel handles are small multiples of four with 32 significant bits, also in 64-bit processes.
/// So 0 to 2 can stand for the standard streams.
HANDLE native(Handle handle) noexcept;
/// kNoHandle for an invalid Win32 handle.
Handle handle_of(HANDLE native) noexcept;

/// All files are opened with full sharing, as on other systems.
inline constexpr DWORD kSharedWithAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Convert between UTF-8 and UTF-16. Invalid sequences become U+FFFD.
std::wstring to_wide(std::string_view text);
std::string to_utf8(std::wstring_view text);

/// The errno value that corresponds to a Win32 error.
int errno_of(DWORD error) noexcept;
/// The errno value of this thread's last Win32 error.
int last_errno() noexcept;
/// Sets errno from this thread's last Win32 error and returns false.
bool fail() noexcept;

/// The time in units of 100 nanoseconds.
std::uint64_t ticks_of(const FILETIME& time) noexcept;
/// Nanoseconds since 1970, from 100-nanosecond ticks since 1601.
std::int64_t nanoseconds_since_1970(std::int64_t ticks) noexcept;

}  // namespace codeweaver::os
