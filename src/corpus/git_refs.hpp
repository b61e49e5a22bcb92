// Resolves the refs and ranges that people write to commit ids.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

/// Resolves `name` in the repository around `root` to a commit id of 40 hex digits. `name` is a
/// branch, a tag, a commit id or its prefix, HEAD~3, or anything else that `git rev-parse` accepts.
/// Errors: kNotFound "REF_NOT_FOUND" (suggests similar refs), "NO_REPOSITORY"; kInvalidArgument
/// "REF_AMBIGUOUS", "NOT_A_COMMIT"; kUnsupported "REPOSITORY_UNREADABLE".
Result<std::string> resolve_ref(const std::filesystem::path& root, std::string_view name);

/// The two sides of a diff.
struct CommitRange {
  std::string from;     ///< commit id
  std::string to;       ///< commit id; empty: the working tree
  std::string to_name;  ///< as the user wrote it
};

/// Parses "A..B" (from A to B), "A...B" (from their merge base to B) and "A" (from A to the working
/// tree). A missing side of a range is HEAD. Errors: as resolve_ref; kInvalidArgument
/// "NO_MERGE_BASE", "EMPTY_RANGE".
Result<CommitRange> resolve_range(const std::filesystem::path& root, std::string_view text);

}  // namespace codeweaver::corpus
