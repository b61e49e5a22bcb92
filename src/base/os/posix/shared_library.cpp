// Libraries by dlopen(3).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/shared_library.hpp"

#include <dlfcn.h>

namespace codeweaver::os {

SharedLibrary SharedLibrary::load(const std::string& path, std::string& why) {
  SharedLibrary library;
  library.handle_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle_ == nullptr) {
    const char* text = ::dlerror();  // NOLINT(concurrency-mt-unsafe): each thread has its own text
    why = text != nullptr ? text : "it cannot be loaded";
  }
  return library;
}

void* SharedLibrary::symbol(const char* name) const noexcept {
  return handle_ != nullptr ? ::dlsym(handle_, name) : nullptr;
}

}  // namespace codeweaver::os
