// An open thing of the system (a file, a folder, a pipe), and who closes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <utility>

namespace codeweaver::os {

/// The number by which the system knows an open thing; negative: none.
using Handle = int;

inline constexpr Handle kNoHandle = -1;
/// What every process is born with.
inline constexpr Handle kStandardInput = 0, kStandardOutput = 1, kStandardError = 2;

/// 0, or -1 with errno set. What is told of errors here and below is errno, a value of std::errc.
int close_handle(Handle handle) noexcept;

/// Closes what it holds. Move-only.
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
  /// Hands over ownership.
  Handle release() noexcept { return std::exchange(handle_, kNoHandle); }
  /// 0 on success or if nothing was open, else -1 with errno set.
  int close() noexcept { return is_open() ? close_handle(release()) : 0; }

 private:
  Handle handle_ = kNoHandle;
};

}  // namespace codeweaver::os
