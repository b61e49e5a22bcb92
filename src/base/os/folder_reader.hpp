// FolderReader: the names in an open folder, in the order of the system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/os/file_status.hpp"

namespace codeweaver::os {

/// Reads a folder with few system calls (one for about 400 names). Thread safety: none.
class FolderReader {
 public:
  /// `folder` must be open for listing, must not have been read before, and must outlive this.
  explicit FolderReader(Handle folder) noexcept : folder_(folder) {}
  FolderReader(const FolderReader&) = delete;
  FolderReader& operator=(const FolderReader&) = delete;

  struct Entry {
    std::string_view name;               ///< zero-terminated; valid until the next call
    FileType type = FileType::kUnknown;  ///< kUnknown: the system does not report it
  };
  /// Reads the next entry, without "." and ".."; false: no more entries, or an error.
  bool next(Entry& entry) noexcept;
  /// The errno value of the error that ended the listing early; 0: no error.
  int error() const noexcept { return error_; }

 private:
  static constexpr std::size_t kBufferBytes = 16384;
  bool fill() noexcept;

  Handle folder_;
  int error_ = 0;
  std::size_t at_ = 0, end_ = 0;
  alignas(8) std::array<char, kBufferBytes> buffer_;  // not zeroed: one reader per folder
};

}  // namespace codeweaver::os
