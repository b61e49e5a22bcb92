// Paths and patterns of filters, relative to the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// A file or folder that a filter names, relative to the project's root: without "." and "..", '/'
/// separated, no slash at its end; "" is the root itself. An absolute path below the root counts
/// from the root, also where links lead there; another path with a leading '/' counts from the root
/// if the root has it. `root` is resolved, or empty where no folder is known. Cost: file lookups
/// for a leading '/', none else. Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT".
Result<std::string> path_of_filter(const std::filesystem::path& root, std::string_view path);

/// A pattern as base::PathGlobs reads it, with the same rules: "/project/src/*.py" is "/src/*.py"
/// and "src/a/../*.py" is "/src/*.py". Other patterns come back as they are. '!' before the pattern
/// stays there. Errors: the same.
Result<std::string> glob_of_filter(const std::filesystem::path& root, std::string_view pattern);

}  // namespace codeweaver::corpus
