// The git trees that a folder was in recent commits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Ids (40 hex digits) of the folder's tree in HEAD and in the commits that led to it by first
/// parents, newest first, each once, `most` at most; a shallow clone has fewer. Empty: no commit
/// yet. Cost: reads as many commits as the folder took to change so often, 1,000 at most. Errors:
/// kNotFound "NO_REPOSITORY"; kUnsupported "REPOSITORY_UNREADABLE".
Result<std::vector<std::string>> recent_trees(const std::filesystem::path& root, std::size_t most);

}  // namespace codeweaver::corpus
