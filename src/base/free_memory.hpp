// Giving memory back to the system that is not needed now.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::base {

/// After many threads have freed much: malloc keeps it for each of them, as if they came back.
/// Cost: milliseconds. No effect where the system's malloc has no such call.
void release_free_memory() noexcept;

/// Unmaps the pages of the constants of this program or shared library. What is read again is
/// mapped again, from the system's cache: a microsecond for 64 KiB. No effect where the linker has
/// not laid constants apart from code.
void release_constants() noexcept;

}  // namespace codeweaver::base
