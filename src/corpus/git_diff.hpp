// Which lines differ between two commits, or between a commit and the working tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
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

/// What of a difference a partial clone lacks.
struct MissingTexts {
  std::size_t files = 0;       ///< whose new text is missing: they are left out
  std::size_t uncompared = 0;  ///< whose old text is missing: all of their lines count as changed
};

/// Differences below `root`. Untracked files that git does not ignore are new files of the working
/// tree. What a partial clone lacks is counted in `missing`, which may be null. Cost: reads both
/// sides of every changed file; for the working tree also one stat a tracked file. Errors:
/// kNotFound "NO_REPOSITORY"; kUnsupported "REPOSITORY_UNREADABLE"; kIo "DIFF_UNREADABLE" (also
/// where a shallow clone lacks an object).
Result<ChangedFiles> changed_lines(const std::filesystem::path& root, const CommitRange& range,
                                   MissingTexts* missing = nullptr);

}  // namespace codeweaver::corpus
