// Owner of a handle to an open file, folder or pipe.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <utility>

namespace codeweaver::os {

/// The number of an open file, folder or pipe; negative: none.
using Handle = int;

inline constexpr Handle kNoHandle = -1;
/// The handles that every process starts with.
inline constexpr Handle kStandardInput = 0, kStandardOutput = 1, kStandardError = 2;

/// Returns 0, or -1 with errno set. In this folder, error numbers are values of errno (std::errc).
int close_handle(Handle handle) noexcept;

/// Owns a handle and closes it. Move-only.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(Handle handle) noexcept : handle_(handle) {}
  Descriptor(Descriptor&& other) noexcept : handle_(std::exchange(other.handle_, kNoHandle)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    Descriptor taken(std::move(other));
    std::swap(handle_, taken.handle_);
    return *this;
  }
  ~Descriptor() { close(); }

  bool is_open() const noexcept { return handle_ >= 0; }
  Handle get() const noexcept { return handle_; }
  /// Gives up ownership without closing.
  Handle release() noexcept { return std::exchange(handle_, kNoHandle); }
  /// Returns 0 on success or if nothing was open, else -1 with errno set.
  int close() noexcept { return is_open() ? close_handle(release()) : 0; }

 private:
  Handle handle_ = kNoHandle;
};

}  // namespace codeweaver::os
