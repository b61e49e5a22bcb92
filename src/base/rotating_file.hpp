// An append-only file that is renamed when it grows too large.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/os/descriptor.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// "<path>" and its predecessors "<path>.1" (the newest) to "<path>.<max_files - 1>". Several
/// processes may append to one path: lines stay whole, and the file is not rotated twice. Thread
/// safety: none.
class RotatingFile {
 public:
  /// Creates missing folders. Errors: kIo, kInvalidArgument (max_files outside [1, 1000]).
  static Result<RotatingFile> open(const std::filesystem::path& path, std::uint64_t max_bytes,
                                   std::size_t max_files);

  /// Rotates first if the file is not empty and would exceed its limit. Text that cannot be written
  /// is dropped.
  void append(std::string_view text) noexcept;

 private:
  RotatingFile(std::filesystem::path path, std::uint64_t max_bytes, std::size_t max_files)
      : path_(std::move(path)), max_bytes_(max_bytes), max_files_(max_files) {}
  bool reopen();
  bool is_current() const noexcept;
  void rotate();
  /// 0 is the current file.
  std::filesystem::path numbered(std::size_t number) const;

  std::filesystem::path path_;
  std::uint64_t max_bytes_;
  std::size_t max_files_;
  os::Descriptor file_;
};

}  // namespace codeweaver::base
