// What the sources of this folder share: handles, texts and errors of Win32.
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

/// Handles of the kernel are small multiples of four, and have 32 bits that count, also in
/// processes of 64 bits; 0 to 2 are free to stand for the standard streams.
HANDLE native(Handle handle) noexcept;
/// kNoHandle for what Win32 calls none.
Handle handle_of(HANDLE native) noexcept;

/// How everything is opened here: others may do with it what they want, as on other systems.
inline constexpr DWORD kSharedWithAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Between UTF-8 and UTF-16; what is neither becomes U+FFFD.
std::wstring to_wide(std::string_view text);
std::string to_utf8(std::wstring_view text);

/// The value of errno that says what an error of Win32 says.
int errno_of(DWORD error) noexcept;
/// The same of the last error of this thread.
int last_errno() noexcept;
/// Sets errno by the last error of this thread; false.
bool fail() noexcept;

/// Counts of 100 nanoseconds.
std::uint64_t ticks_of(const FILETIME& time) noexcept;
/// Nanoseconds since 1970 of such a count since 1601.
std::int64_t nanoseconds_since_1970(std::int64_t ticks) noexcept;

}  // namespace codeweaver::os
