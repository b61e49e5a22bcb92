// Libraries by LoadLibraryW().
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/shared_library.hpp"

#include <system_error>

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {

SharedLibrary SharedLibrary::load(const std::string& path, std::string& why) {
  SharedLibrary library;
  library.handle_ = ::LoadLibraryW(to_wide(path).c_str());
  if (library.handle_ == nullptr)
    why = std::system_category().message(static_cast<int>(::GetLastError()));
  return library;
}

void* SharedLibrary::symbol(const char* name) const noexcept {
  if (handle_ == nullptr) return nullptr;
  return reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(handle_), name));
}

}  // namespace codeweaver::os
