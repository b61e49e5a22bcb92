// Detects the top folder of a work tree by its entries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

#include "base/os/descriptor.hpp"

namespace codeweaver::corpus {

/// Whether the directory `name` in `parent` (an open folder) contains a separate repository. It
/// uses the same test as git.
bool holds_repository(os::Handle parent, const char* name);
/// The same for a folder by path. False also if the folder does not exist or cannot be opened.
bool holds_repository(const std::filesystem::path& folder);

}  // namespace codeweaver::corpus
