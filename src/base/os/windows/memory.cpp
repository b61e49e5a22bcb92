// Memory by MapViewOfFile() and VirtualAlloc().
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/memory.hpp"

#include <malloc.h>

#include <array>
#include <exception>

#include "base/os/files.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

/// A temporary file of the user that is deleted when its last handle is closed.
Descriptor passing_file() noexcept {
  std::array<wchar_t, MAX_PATH + 1> folder{}, name{};
  if (::GetTempPathW(MAX_PATH, folder.data()) == 0 ||
      ::GetTempFileNameW(folder.data(), L"cwv", 0, name.data()) == 0) {
    fail();
    return {};
  }
  Descriptor file(handle_of(
      ::CreateFileW(name.data(), GENERIC_READ | GENERIC_WRITE | DELETE, kSharedWithAll, nullptr,
                    CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr)));
  if (!file.is_open()) fail();
  return file;
}

}  // namespace

void* map_file(Handle file, std::size_t size) noexcept {
  const HANDLE mapping = ::CreateFileMappingW(native(file), nullptr, PAGE_READONLY, 0, 0, nullptr);
  void* const view =
      mapping != nullptr ? ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : nullptr;
  if (view == nullptr) fail();
  if (mapping != nullptr) ::CloseHandle(mapping);  // the view keeps the mapping open
  return view;
}

void* reserve_memory(std::size_t size) noexcept {
  // All of it counts against the commit limit of the system, even pages that are never written.
  void* const memory = ::VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (memory == nullptr) fail();
  return memory;
}

void unmap(void* address, std::size_t) noexcept {
  MEMORY_BASIC_INFORMATION found{};
  if (::VirtualQuery(address, &found, sizeof found) != 0 && found.Type == MEM_MAPPED)
    ::UnmapViewOfFile(address);
  else
    ::VirtualFree(address, 0, MEM_RELEASE);
}

void forget_pages(void* address, std::size_t size) noexcept {
  ::VirtualFree(address, size, MEM_DECOMMIT);
  // Another process may have taken the freed memory, and this one cannot continue without it.
  if (::VirtualAlloc(address, size, MEM_COMMIT, PAGE_READWRITE) == nullptr) std::terminate();
}

Descriptor memory_file(std::string_view bytes) noexcept {
  Descriptor file = passing_file();
  while (file.is_open() && !bytes.empty()) {
    const auto written = write_some(file.get(), bytes.data(), bytes.size());
    if (written <= 0) return {};
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file.is_open() && !::SetFilePointerEx(native(file.get()), {}, nullptr, FILE_BEGIN)) {
    fail();
    return {};
  }
  return file;
}

void release_free_memory() noexcept {
  ::_heapmin();
}

void release_constants() noexcept {}  // Windows drops pages of programs itself

}  // namespace codeweaver::os
