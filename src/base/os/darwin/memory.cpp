// Releases pages by mapping over them; files without a name; free memory of malloc.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/memory.hpp"

#include <malloc/malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "base/os/files.hpp"

namespace codeweaver::os {
namespace {

/// The user's private temporary folder.
std::string temporary_folder() {
  std::array<char, 1024> folder{};
  const auto size = ::confstr(_CS_DARWIN_USER_TEMP_DIR, folder.data(), folder.size());
  return size > 0 && size <= folder.size() ? folder.data() : "/tmp/";
}

Descriptor unnamed_file() {
  std::string name = temporary_folder() + "codeweaver.XXXXXX";
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (file.is_open()) ::unlink(name.c_str());
  return file;
}

}  // namespace

void forget_pages(void* address, std::size_t size) noexcept {
  // madvise(2) on macOS keeps the bytes until memory is short, so map new pages over them.
  ::mmap(address, size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

// Not shm_open(2): its memory can be mapped but not read.
Descriptor memory_file(std::string_view bytes) noexcept {
  Descriptor file = unnamed_file();
  while (file.is_open() && !bytes.empty()) {
    const auto written = write_some(file.get(), bytes.data(), bytes.size());
    if (written <= 0) return {};
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file.is_open() && ::lseek(file.get(), 0, SEEK_SET) != 0) return {};
  return file;
}

void release_free_memory() noexcept {
  ::malloc_zone_pressure_relief(nullptr, 0);
}

void release_constants() noexcept {}  // macOS drops pages of programs itself

}  // namespace codeweaver::os
