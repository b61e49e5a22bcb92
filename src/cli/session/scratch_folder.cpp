// Creates and removes the folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/scratch_folder.hpp"

#include <string>
#include <system_error>

#include "base/os/files.hpp"

namespace codeweaver::cli {

Result<ScratchFolder> ScratchFolder::make_in(const std::filesystem::path& parent,
                                             std::string_view purpose, std::string_view remedy) {
  std::error_code error;
  const auto folder = parent.empty() ? std::filesystem::temp_directory_path(error) : parent;
  auto name = (folder / ("codeweaver-" + std::string(purpose) + "-XXXXXX")).string();
  if (error || !os::make_unique_folder(name))
    return Error{ErrorCategory::kIo, "NO_TEMPORARY_FOLDER", "Cannot create the folder " + name,
                 "starting the " + std::string(purpose), std::string(remedy)};
  return ScratchFolder(name, /*is_temporary=*/true);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (is_temporary_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace codeweaver::cli
