// Trees of linked worktrees that git no longer has.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Whether a linked worktree is gone for good. It is when git forgot it (`git worktree remove`, or
/// `prune`); also when git would prune it, as its folder is missing and it is not locked, and the
/// folder around it holds other things, so that what it lay on is mounted. Whatever cannot be read
/// counts as there. `common_dir`: of a repository that was just opened.
bool is_worktree_gone(const std::filesystem::path& common_dir, std::string_view name);

/// Removes the trees of such worktrees, but for the one of `paths`, and what they alone used.
/// Settings of their projects stay. `root`: the folder of the tree of `paths`. For who holds the
/// index lock. Errors: those of the database, kIo.
Result<void> remove_deleted_worktrees(const StatePaths& paths, const std::filesystem::path& root,
                                      store::Database& database);

}  // namespace codeweaver::engine
