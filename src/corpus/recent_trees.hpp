// The git trees that a folder had in recent commits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Ids (40 hex digits) of the folder's tree in HEAD and its first-parent ancestors, newest first,
/// without duplicates, at most `most`. A shallow clone has fewer. Empty: no commit yet. Cost: reads
/// commits until it has found `most` trees, at most 1,000. Errors: kNotFound "NO_REPOSITORY";
/// kUnsupported "REPOSITORY_UNREADABLE".
Result<std::vector<std::string>> recent_trees(const std::filesystem::path& root, std::size_t most);

}  // namespace codeweaver::corpus
