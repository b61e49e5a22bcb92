// Trees of deleted worktrees: distinguishes them from hidden ones, and removes them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/deleted_worktrees.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "base/try.hpp"
#include "corpus/git.hpp"
#include "engine/state/state_place.hpp"
#include "engine/writing/removed_trees.hpp"

namespace codeweaver::engine {
namespace fs = std::filesystem;
namespace {

/// True only if the file system says so: not on errors or missing permissions.
bool is_missing(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() == fs::file_type::not_found;
}

bool holds_anything(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator first(folder, error);
  return !error && first != fs::directory_iterator();
}

}  // namespace

bool is_worktree_deleted(const fs::path& common_dir, std::string_view name) {
  const auto known = common_dir / "worktrees" / name;
  if (is_missing(known)) return !is_missing(common_dir / "HEAD");
  if (!is_missing(known / "locked")) return false;
  const auto folder = worktree_folder(common_dir, name);
  return folder && is_missing(*folder) && holds_anything(folder->parent_path());
}

Result<void> remove_deleted_worktrees(const StatePaths& paths, const fs::path& root,
                                      store::Database& database) {
  CODEWEAVER_ASSIGN(auto trees, database.trees());
  std::erase_if(trees, [&](const std::string& tree) {
    return !tree.starts_with(kWorktreePrefix) || tree == paths.tree;
  });
  if (trees.empty()) return {};
  const auto location = corpus::git_location(root);
  if (!location) return {};
  std::erase_if(trees, [&](const std::string& tree) {
    const auto name = std::string_view(tree).substr(kWorktreePrefix.size());
    return !is_worktree_deleted(location->common_dir, name);
  });
  return trees.empty() ? Result<void>() : remove_trees(database, paths, trees);
}

}  // namespace codeweaver::engine
