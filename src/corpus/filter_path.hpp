// Paths and patterns of search filters, made relative to the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Normalizes the path of a file or folder in a filter. The result is relative to the project root,
/// without "." and "..", '/' separated, without a trailing slash; "" is the root itself.
/// - An absolute path below the root becomes relative, also if it reaches the root through links.
/// - Any other path with a leading '/' is relative to the root if it exists there.
/// `root` is resolved, or empty if no folder is known. Cost: file lookups for a leading '/',
/// otherwise none. Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT".
Result<std::string> path_of_filter(const std::filesystem::path& root, std::string_view path);

/// Normalizes a pattern for base::PathGlobs by the same rules: "/project/src/*.py" becomes
/// "/src/*.py", and "src/a/../*.py" becomes "/src/*.py". Other patterns are returned unchanged. A
/// leading '!' is kept. Errors: as path_of_filter().
Result<std::string> glob_of_filter(const std::filesystem::path& root, std::string_view pattern);

}  // namespace codeweaver::corpus
