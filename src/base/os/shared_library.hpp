// Libraries that are loaded at run time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

namespace codeweaver::os {

/// A loaded library; it stays loaded until the process ends. Copies are as cheap as a pointer.
class SharedLibrary {
 public:
  SharedLibrary() = default;
  /// Loads by path, or by a name that the system searches for. If the result is not loaded, `why`
  /// has the reason.
  static SharedLibrary load(const std::string& path, std::string& why);

  bool is_loaded() const noexcept { return handle_ != nullptr; }
  /// Address of a function; null: no function with that name.
  void* symbol(const char* name) const noexcept;

 private:
  void* handle_ = nullptr;
};

}  // namespace codeweaver::os
