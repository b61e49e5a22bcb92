// The git trees that a folder had in recent commits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Returns the ids (40 hex digits) of the folder's git tree in HEAD and in earlier commits, along
/// first parents: newest first, without duplicates, at most `most`. Fewer if the history is shorter
/// or the clone is shallow; empty if there is no commit yet. Cost: reads commits, at most 1,000.
/// Errors: kNotFound "NO_REPOSITORY"; kUnsupported "REPOSITORY_UNREADABLE".
Result<std::vector<std::string>> recent_trees(const std::filesystem::path& root, std::size_t most);

}  // namespace codeweaver::corpus
