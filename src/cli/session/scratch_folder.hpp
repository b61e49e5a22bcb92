// ScratchFolder: a temporary folder, or a folder that stays.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// Its destructor removes the folder if make_in() created it.
class ScratchFolder {
 public:
  /// Creates an empty folder "codeweaver-PURPOSE-..." in `parent` (empty: the system's temporary
  /// folder). Errors: kIo "NO_TEMPORARY_FOLDER", with `remedy` as the action.
  static Result<ScratchFolder> make_in(const std::filesystem::path& parent,
                                       std::string_view purpose, std::string_view remedy);
  /// Uses `folder` and does not remove it.
  static ScratchFolder keep(std::filesystem::path folder) {
    return ScratchFolder(std::move(folder), /*is_temporary=*/false);
  }
  ScratchFolder(ScratchFolder&& other) noexcept
      : path_(std::move(other.path_)), is_temporary_(std::exchange(other.is_temporary_, false)) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  ScratchFolder(std::filesystem::path path, bool is_temporary)
      : path_(std::move(path)), is_temporary_(is_temporary) {}
  std::filesystem::path path_;
  bool is_temporary_;
};

}  // namespace codeweaver::cli
