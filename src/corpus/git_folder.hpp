// Whether a folder is the top of a work tree, by the look of what lies in it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>

#include "base/os/descriptor.hpp"

namespace codeweaver::corpus {

/// Whether the directory `name` in `parent` (a descriptor) holds a repository of its own, by the
/// test that git uses before it treats a folder as one.
bool holds_repository(os::Handle parent, const char* name);
/// The same of a folder by its path. False: there is no such folder, or it cannot be opened.
bool holds_repository(const std::filesystem::path& folder);

}  // namespace codeweaver::corpus
