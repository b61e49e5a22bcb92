// What atomic writes of files share: names for what is not finished, and renames that last.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// A name beside `path` that no other writer uses; it ends in ".tmp".
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Makes a rename to `path` survive a power cut. Errors: kIo.
Result<void> sync_folder_of(const std::filesystem::path& path);

}  // namespace codeweaver::base
