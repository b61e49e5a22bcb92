// What git knows about a folder: commit, branch, changes, object ids of tracked files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace codeweaver::corpus {

/// Begins, once a process, what the first use of git takes 6 ms for (libgit2 reads the system's
/// certificates), on a thread that ends by itself. Uses wait for it.
std::jthread begin_starting_git();

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

struct GitFacts {
  GitState state;
  /// Object id (40 hex digits) of each tracked regular file below the folder, by path relative to
  /// it. Files that differ from their object are left out, as are conflicts. The object may differ
  /// from the bytes on disk where git converts line ends or filters.
  std::map<std::string, std::string> blobs;
};

/// All empty when `root` is in no repository. `only`: the files (relative to `root`) whose blobs
/// are wanted; null: all. Cost: reads the index; one stat a file asked for, or per tracked file
/// while no change is found; a hash of each file whose time differs from the recorded one.
GitFacts git_facts(const std::filesystem::path& root,
                   const std::vector<std::string>* only = nullptr);

}  // namespace codeweaver::corpus
