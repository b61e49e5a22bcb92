// Resolves paths from users and checks that they are inside the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Resolves a folder to index to an absolute path without links. Errors: kNotFound
/// "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY", kIo "PATH_UNREADABLE".
Result<std::filesystem::path> resolve_root(const std::filesystem::path& root);

/// Resolves `path` (absolute or relative to `root`) through links and `..`; it need not exist.
/// Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT"; those of resolve_root().
Result<std::filesystem::path> resolve_inside(const std::filesystem::path& root,
                                             const std::filesystem::path& path);

/// Returns `path` relative to `root` (a resolved path), '/' separated; "" is the root itself. It
/// compares text; only if the path seems to be outside, it resolves links on disk. Errors: as
/// resolve_inside().
Result<std::string> path_within(const std::filesystem::path& root, std::string_view path);

/// Whether `path` is `root` or below it. Both are resolved.
bool is_inside(const std::filesystem::path& root, const std::filesystem::path& path) noexcept;

}  // namespace codeweaver::corpus
