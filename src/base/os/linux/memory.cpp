// Releases pages by madvise(2); files in memory; free memory of malloc; pages of constants.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/memory.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace codeweaver::os {
namespace {

constexpr char kConstant = 0;

/// Releases the segment of the object that contains kConstant. The segment is mapped from a file
/// and never written. Returns whether this is the object.
int release_constants_of(dl_phdr_info* object, std::size_t, void*) noexcept {
  const auto constant = reinterpret_cast<std::uintptr_t>(&kConstant);
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || constant < begin || constant >= begin + segment.p_filesz)
      continue;
    const std::uintptr_t first = begin - begin % page;
    if (segment.p_flags == PF_R)
      ::madvise(reinterpret_cast<void*>(first),  // NOLINT(performance-no-int-to-ptr): from ELF
                begin + segment.p_filesz - first, MADV_DONTNEED);
    return 1;
  }
  return 0;
}

}  // namespace

void forget_pages(void* address, std::size_t size) noexcept {
  ::madvise(address, size, MADV_DONTNEED);
}

Descriptor memory_file(std::string_view bytes) noexcept {
  Descriptor file(::memfd_create("codeweaver", MFD_CLOEXEC));
  while (file.is_open() && !bytes.empty()) {
    const auto written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return {};
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file.is_open() && ::lseek(file.get(), 0, SEEK_SET) != 0) return {};
  return file;
}

void release_free_memory() noexcept {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

void release_constants() noexcept {
  ::dl_iterate_phdr(release_constants_of, nullptr);
}

}  // namespace codeweaver::os
