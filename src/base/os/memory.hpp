// Memory of the system: files as memory, address space, and what is given back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/os/descriptor.hpp"

namespace codeweaver::os {

/// The first `size` bytes of a file (not 0), to be read; other processes' writes show in it.
/// Null: errno is set.
void* map_file(Handle file, std::size_t size) noexcept;
/// Address space to read and write, of which the system backs what was written to. Null: it has
/// not as much.
void* reserve_memory(std::size_t size) noexcept;
/// Ends either, whole.
void unmap(void* address, std::size_t size) noexcept;
/// Gives back what backs a part of reserve_memory(), which is zero afterwards; whole pages.
void forget_pages(void* address, std::size_t size) noexcept;

/// A file in memory with these bytes, to be read from its start by whoever gets the descriptor. Not
/// open: errno is set.
Descriptor memory_file(std::string_view bytes) noexcept;

/// After many threads have freed much: malloc keeps it for each of them, as if they came back.
/// Cost: milliseconds. No effect where the system's malloc has no such call.
void release_free_memory() noexcept;

/// Unmaps the pages of the constants of this program or shared library. What is read again is
/// mapped again, from the system's cache: a microsecond for 64 KiB. No effect where the linker has
/// not laid constants apart from code.
void release_constants() noexcept;

}  // namespace codeweaver::os
