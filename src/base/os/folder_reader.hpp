// FolderReader: the names in an open folder, in the order of the system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/os/file_status.hpp"

namespace codeweaver::os {

/// Reads a folder with few calls of the system (one for some 400 names). Not for concurrent use.
class FolderReader {
 public:
  /// `folder` is opened to be listed, was not read before, and outlives this.
  explicit FolderReader(Handle folder) noexcept : folder_(folder) {}
  FolderReader(const FolderReader&) = delete;
  FolderReader& operator=(const FolderReader&) = delete;

  struct Entry {
    std::string_view name;               ///< a zero byte follows; valid until the next call
    FileType type = FileType::kUnknown;  ///< kUnknown: the system cannot tell
  };
  /// The next entry, "." and ".." aside; false: there are no more, or it failed.
  bool next(Entry& entry) noexcept;
  /// Why it ended too early, an errno value; 0: it did not.
  int error() const noexcept { return error_; }

 private:
  static constexpr std::size_t kBufferBytes = 16384;
  bool fill() noexcept;

  Handle folder_;
  int error_ = 0;
  std::size_t at_ = 0, end_ = 0;
  alignas(8) std::array<char, kBufferBytes> buffer_;  // not cleared: this is made for each folder
};

}  // namespace codeweaver::os
