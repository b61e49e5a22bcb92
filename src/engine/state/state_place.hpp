// Location of a folder's state, and the name of its tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/namespace_key.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

inline constexpr std::string_view kStateFolder = ".codeweaver";
inline constexpr std::string_view kWorktreePrefix = "worktree:";

struct StatePlace {
  std::filesystem::path state_dir;
  std::string tree;  ///< empty, or "worktree:" and git's name of a linked worktree
};

/// Finds the state of `root`, a resolved path. It is <root>/.codeweaver if that exists. Otherwise a
/// linked worktree shares the state of its main worktree, and each folder in a repository has a
/// separate key: the hash of the common directory and of the folder's path in it. Outside of git
/// the key is the hash of the real path.
StatePlace state_place(const std::filesystem::path& data_dir, const std::filesystem::path& root);

/// True if state_place() chose `state_dir` for `root`, which may be missing now. False also for a
/// missing folder below the top of a repository, because its key cannot be computed.
bool is_state_of(const std::filesystem::path& state_dir, std::string_view tree,
                 const std::filesystem::path& root);

/// The folder of a tree that shares the state of `root`: "" is the main worktree, other names are
/// git's names of linked ones. nullopt: it was deleted, or `root` is not in a repository with work
/// trees.
std::optional<std::filesystem::path> tree_root(const std::filesystem::path& root,
                                               std::string_view tree);

/// The recorded folder of the linked worktree that git calls `name`, even if it does not exist;
/// nullopt: none is recorded.
std::optional<std::filesystem::path> worktree_folder(const std::filesystem::path& common_dir,
                                                     std::string_view name);

/// True if `path` is inside a git repository or linked worktree below `root`. Both paths must be
/// resolved. Cost: a few file look-ups for each folder between them.
bool is_in_inner_repository(const std::filesystem::path& root, const std::filesystem::path& path);

/// Removes one tree from a shared state, with its settings. Errors: kUnavailable "INDEX_LOCKED",
/// kIo, kCorruption.
Result<void> remove_tree(const StatePaths& paths);

/// The namespaces of a project that other tools fill, sorted by tree name. Errors: those of the
/// database.
Result<std::vector<NamespaceKey>> namespaces_of(const store::Database& database,
                                                std::string_view project_id);

/// True if a purpose and a chunk strategy of a SearchFilter admit a namespace.
inline bool admits_namespace(const std::optional<Purpose>& purpose, std::string_view chunk_strategy,
                             const NamespaceKey& key) {
  return (!purpose || *purpose == key.purpose) &&
         (chunk_strategy.empty() || chunk_strategy == key.chunk_strategy);
}

/// Removes the namespaces of a project from a shared state. Errors: those of remove_tree().
Result<void> remove_namespaces(const std::filesystem::path& state_dir, std::string_view project_id);

}  // namespace codeweaver::engine
