// Memory by mmap(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/memory.hpp"

#include <sys/mman.h>

namespace codeweaver::os {
namespace {

void* address_or_null(void* mapped) noexcept {
  return mapped == MAP_FAILED ? nullptr : mapped;
}

}  // namespace

void* map_file(Handle file, std::size_t size) noexcept {
  return address_or_null(::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0));
}

void* reserve_memory(std::size_t size) noexcept {
  return address_or_null(::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
}

void unmap(void* address, std::size_t size) noexcept {
  ::munmap(address, size);
}

}  // namespace codeweaver::os
