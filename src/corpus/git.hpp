// The git state of a folder: commit, branch, changes, object ids of tracked files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace codeweaver::corpus {

/// Starts libgit2 on a separate thread that ends by itself, once per process. Starting takes 6 ms,
/// because libgit2 reads the system's certificates. Later uses of git wait for it.
std::jthread begin_starting_git();

/// The git state of a folder, for the audit fields.
struct GitState {
  std::string commit;     ///< empty: no commit yet
  std::string branch;     ///< empty: detached HEAD
  bool is_dirty = false;  ///< tracked files differ from the index, or the index from the commit
  std::filesystem::path common_dir;  ///< identifies the repository of a worktree
};

/// The place of a folder in its repository.
struct GitLocation {
  std::filesystem::path common_dir;  ///< the same for all worktrees of a repository; resolved
  std::filesystem::path top;         ///< top folder of the work tree that contains the folder;
                                     ///< resolved
  std::string prefix;                ///< the folder relative to top: "" or "a/b"
  std::string worktree;              ///< git's name of a linked worktree; empty: the main one
};

/// nullopt: `root` is not in a work tree, or git cannot read its repository.
std::optional<GitLocation> git_location(const std::filesystem::path& root);

struct GitFacts {
  GitState state;
  /// Object id (40 hex digits) of each tracked regular file below the folder, by relative path.
  /// Leaves out conflicts and files that differ from their object. The object may differ from the
  /// bytes on disk if git converts line endings or applies filters.
  std::map<std::string, std::string> blobs;
};

/// Returns empty facts if `root` is not in a repository. `only`: the files (relative to `root`) to
/// return blobs for; null: all. Cost: reads the index; gets the status of each file in `only`, then
/// of all tracked files until one has changed (`only` null: of all tracked files); hashes each file
/// with another time than in the index.
GitFacts git_facts(const std::filesystem::path& root,
                   const std::vector<std::string>* only = nullptr);

}  // namespace codeweaver::corpus
