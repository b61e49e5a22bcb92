// What git knows about a folder: commit, branch, changes, object ids of tracked files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace codeweaver::corpus {

/// What git knows about the folder, for the audit fields.
struct GitState {
  std::string commit;     ///< empty: no commit yet
  std::string branch;     ///< empty: detached
  bool is_dirty = false;  ///< tracked files differ from the index, or the index from the commit
  std::filesystem::path common_dir;  ///< identifies the repository of a worktree
};

/// Where a folder lies in its repository.
struct GitLocation {
  std::filesystem::path common_dir;  ///< the same for all worktrees of a repository; resolved
  std::filesystem::path top;         ///< of the work tree that holds the folder; resolved
  std::string prefix;                ///< the folder relative to top: "" or "a/b"
  std::string worktree;              ///< git's name of a linked worktree; empty: the main one
};

/// nullopt: `root` is in no work tree, or git cannot read its repository.
std::optional<GitLocation> git_location(const std::filesystem::path& root);

/// nullopt-like: an empty common_dir when `root` is in no repository.
/// Cost: one stat per tracked file up to the first change.
GitState git_state(const std::filesystem::path& root);

/// Object id (40 hex digits) of each tracked regular file below `root`, by path relative to it.
/// Files that differ from their object are left out, as are conflicts; empty outside a repository.
/// The object may differ from the bytes on disk where git converts line ends or filters. Cost:
/// reads the index; one stat per entry, and a hash of each file whose time differs from the
/// recorded one.
std::map<std::string, std::string> git_blobs(const std::filesystem::path& root);

}  // namespace codeweaver::corpus
