// Trees of linked worktrees that git has removed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// True if a linked worktree is deleted for good:
/// - git no longer knows it (`git worktree remove` or `prune`), or
/// - git would prune it: its folder is missing and it is not locked. In that case its parent folder
///   must have other entries, which shows that its disk is mounted.
/// A worktree that cannot be checked counts as existing. `common_dir`: of a repository that was
/// just opened.
bool is_worktree_deleted(const std::filesystem::path& common_dir, std::string_view name);

/// Removes the trees of deleted worktrees, except the tree of `paths`, and the data that only they
/// used. Keeps the settings of their projects. `root`: the folder of the tree of `paths`. The
/// caller must hold the index lock. Errors: those of the database, kIo.
Result<void> remove_deleted_worktrees(const StatePaths& paths, const std::filesystem::path& root,
                                      store::Database& database);

}  // namespace codeweaver::engine
