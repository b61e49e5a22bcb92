// Libraries that are loaded while the program runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

namespace codeweaver::os {

/// A loaded library; it stays loaded for the rest of the process. Move and copy as a pointer.
class SharedLibrary {
 public:
  SharedLibrary() = default;
  /// By path, or by the name that the system looks up. Not loaded: `why` says so.
  static SharedLibrary load(const std::string& path, std::string& why);

  bool is_loaded() const noexcept { return handle_ != nullptr; }
  /// Address of a function; null: there is none of that name.
  void* symbol(const char* name) const noexcept;

 private:
  void* handle_ = nullptr;
};

}  // namespace codeweaver::os
