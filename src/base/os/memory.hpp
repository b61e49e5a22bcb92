// Memory of the system: mapped files, reserved address space, released pages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// Maps the first `size` bytes (not 0) of a file for reading. Writes of other processes become
/// visible. Null: errno is set.
void* map_file(Handle file, std::size_t size) noexcept;
/// Reserves address space for reading and writing. The system allocates a page when it is first
/// written to. Null: not enough address space.
void* reserve_memory(std::size_t size) noexcept;
/// Unmaps a whole mapping of map_file() or reserve_memory().
void unmap(void* address, std::size_t size) noexcept;
/// Frees whole pages of reserve_memory(); they read as zero afterwards.
void forget_pages(void* address, std::size_t size) noexcept;

/// Creates a file in memory with these bytes, positioned at its start. Not open: errno is set.
Descriptor memory_file(std::string_view bytes) noexcept;

/// Returns freed memory to the system. Call it after many threads freed much memory, because malloc
/// keeps freed memory for each thread. Cost: milliseconds. No effect if malloc cannot do it.
void release_free_memory() noexcept;

/// Unmaps the pages of this program's or library's constants. The system maps a page again from its
/// cache when it is read: 1 microsecond for 64 KiB. No effect if the linker did not separate
/// constants from code.
void release_constants() noexcept;

}  // namespace codeweaver::os
