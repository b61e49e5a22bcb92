// Paths that a user gives: resolved, and kept inside the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// A folder to index, absolute and without links. Errors: kNotFound "PATH_NOT_FOUND",
/// kInvalidArgument "NOT_A_DIRECTORY", kIo "PATH_UNREADABLE".
Result<std::filesystem::path> resolve_root(const std::filesystem::path& root);

/// `path` (absolute or relative to `root`), resolved through links and `..`; need not exist.
/// Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT"; those of resolve_root.
Result<std::filesystem::path> resolve_inside(const std::filesystem::path& root,
                                             const std::filesystem::path& path);

/// The same relative to `root`, '/' separated: by its name, without a look at the disk, unless it
/// is an absolute one that leads here by links alone. "" is the root itself, which is resolved.
/// Errors: the same.
Result<std::string> path_within(const std::filesystem::path& root, std::string_view path);

/// `path` relative to `root`, both resolved and '/' separated: "" for the root itself. False:
/// `path` is not below it.
bool is_inside(const std::filesystem::path& root, const std::filesystem::path& path) noexcept;

}  // namespace codeweaver::corpus
