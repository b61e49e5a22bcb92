// Which lines differ between two commits, or between a commit and the working tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "corpus/git_refs.hpp"
#include "corpus/history.hpp"

namespace codeweaver::corpus {

/// Lines of the new side by path relative to the folder, ascending. A renamed file counts with what
/// changed in it; binary, removed and merely renamed files have no place here.
using ChangedFiles = std::map<std::string, std::vector<ChangedLines>>;

/// Differences below `root`. Untracked files that git does not ignore are new files of the working
/// tree. Cost: reads both sides of every changed file; for the working tree also one stat a tracked
/// file. Errors: kNotFound "NO_REPOSITORY"; kUnsupported "REPOSITORY_UNREADABLE"; kIo
/// "DIFF_UNREADABLE" (also where a shallow or partial clone lacks an object).
Result<ChangedFiles> changed_lines(const std::filesystem::path& root, const CommitRange& range);

}  // namespace codeweaver::corpus
