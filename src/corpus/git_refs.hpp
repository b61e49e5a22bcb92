// Names of commits: a ref or a range of them as people write it, resolved to commit ids.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// The commit, 40 hex digits, that git calls `name` in the repository around `root`: a branch, a
/// tag, a commit id or its beginning, HEAD~3 and whatever else `git rev-parse` takes.
/// Errors: kNotFound "REF_NOT_FOUND" (names the refs that look like it), "NO_REPOSITORY";
/// kInvalidArgument "REF_AMBIGUOUS", "NOT_A_COMMIT"; kUnsupported "REPOSITORY_UNREADABLE".
Result<std::string> resolve_ref(const std::filesystem::path& root, std::string_view name);

/// The two sides of a difference.
struct CommitRange {
  std::string from;     ///< commit id
  std::string to;       ///< commit id; empty: the working tree
  std::string to_name;  ///< as it was written
};

/// Reads "A..B" (from A to B), "A...B" (from their merge base to B) and "A" (from A to the working
/// tree). A missing side of a range is HEAD. Errors: as resolve_ref; kInvalidArgument
/// "NO_MERGE_BASE", "EMPTY_RANGE".
Result<CommitRange> resolve_range(const std::filesystem::path& root, std::string_view text);

}  // namespace codeweaver::corpus
