// Changed lines between two commits, or between a commit and the working tree.
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

/// Changed lines of the new side, by path relative to the folder, ascending. For a renamed file,
/// only the lines that changed in it. Binary, removed and merely renamed files are not included.
using ChangedFiles = std::map<std::string, std::vector<ChangedLines>>;

/// File contents that a partial clone lacks.
struct MissingTexts {
  std::size_t files = 0;       ///< the new text is missing; the file is not in the result
  std::size_t uncompared = 0;  ///< the old text is missing: all lines count as changed
};

/// Returns the differences below `root`. Untracked files that git does not ignore count as new
/// files of the working tree. `missing` (may be null) receives the number of contents that a
/// partial clone lacks. Cost: reads both sides of every changed file; for the working tree also one
/// stat per tracked file. Errors: kNotFound "NO_REPOSITORY"; kUnsupported "REPOSITORY_UNREADABLE";
/// kIo "DIFF_UNREADABLE" (also if a shallow clone lacks an object).
Result<ChangedFiles> changed_lines(const std::filesystem::path& root, const CommitRange& range,
                                   MissingTexts* missing = nullptr);

/// The text of a file before a difference.
struct EarlierText {
  std::string path;  ///< before the difference, relative to the folder
  std::string text;  ///< as it is stored
};

/// The texts that `range` changes, renames with changes, or deletes below `root`, by path. Binary
/// files, files over 10 MiB and texts that a partial clone lacks are left out. Errors: as
/// changed_lines.
Result<std::vector<EarlierText>> earlier_texts(const std::filesystem::path& root,
                                               const CommitRange& range);

}  // namespace codeweaver::corpus
