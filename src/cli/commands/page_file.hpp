// PageFile: a private file that leads a browser to an address with a secret.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "cli/session/scratch_folder.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::cli {

/// Every user of the machine can read the command line of a browser. So the browser gets the URL of
/// this file instead of the address. Only its owner can read the file; it is in a temporary folder
/// of its own. The destructor removes both.
class PageFile {
 public:
  /// Errors: kIo.
  static Result<PageFile> create(const std::string& address);
  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  PageFile(ScratchFolder folder, std::filesystem::path path)
      : folder_(std::move(folder)), path_(std::move(path)) {}

  ScratchFolder folder_;
  std::filesystem::path path_;
};

}  // namespace codeweaver::cli
