// An Error for a failed system call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// "Cannot read 'x': Permission denied". The category is kNotFound for missing files, else kIo.
/// `number` is a value of errno.
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
