// An owned file descriptor, and operating system errors as Error.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// Closes what it holds. Move-only.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) noexcept : descriptor_(descriptor) {}
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    Descriptor taken(std::move(other));
    std::swap(descriptor_, taken.descriptor_);
    return *this;
  }
  ~Descriptor() { close(); }

  bool is_open() const noexcept { return descriptor_ >= 0; }
  int get() const noexcept { return descriptor_; }
  /// Hands over ownership.
  int release() noexcept { return std::exchange(descriptor_, -1); }
  /// 0 on success or if nothing was open, else -1 with errno set.
  int close() noexcept { return is_open() ? ::close(release()) : 0; }

 private:
  int descriptor_ = -1;
};

/// openat(2), again where a signal came in between: on network file systems it may take a while.
inline Descriptor open_descriptor_at(int folder, const char* path, int flags,
                                     mode_t mode = 0) noexcept {
  for (;;) {
    const int opened = ::openat(folder, path, flags | O_CLOEXEC, mode);
    if (opened >= 0 || errno != EINTR) return Descriptor(opened);
  }
}
inline Descriptor open_descriptor(const char* path, int flags, mode_t mode = 0) noexcept {
  return open_descriptor_at(AT_FDCWD, path, flags, mode);
}

/// "Cannot read 'x': Permission denied": kNotFound for what is missing, else kIo.
inline Error os_error(std::string_view what, const std::filesystem::path& path, int number) {
  const bool missing = number == ENOENT || number == ENOTDIR;
  const char* action = missing            ? "Check the path."
                       : number == EACCES ? "Check the permissions."
                       : number == ENOSPC ? "Free some space on the disk."
                                          : "";
  return {
      missing ? ErrorCategory::kNotFound : ErrorCategory::kIo,
      missing ? "FILE_NOT_FOUND" : "IO_ERROR",
      std::string(what) + " '" + path.string() + "': " + std::generic_category().message(number),
      "", action};
}

}  // namespace codeweaver::base
