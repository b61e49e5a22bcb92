// Where the state of a folder lies, and which of the trees there it is.
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

/// <root>/.codeweaver where that exists. Else linked worktrees lie where their main worktree does,
/// and folders of one repository under keys of their own: the hash of its common directory and of
/// the folder in it; outside git that of the real path. `root` is resolved.
StatePlace state_place(const std::filesystem::path& data_dir, const std::filesystem::path& root);

/// The folder that a tree of the same state as `root`'s is of, "" the main worktree's or git's name
/// of a linked one; nullopt: it is gone, or `root` is in no repository with work trees.
std::optional<std::filesystem::path> tree_root(const std::filesystem::path& root,
                                               std::string_view tree);

/// The folder of the linked worktree that git knows by `name`, as it is noted, be it there or not;
/// nullopt: none is noted.
std::optional<std::filesystem::path> worktree_folder(const std::filesystem::path& common_dir,
                                                     std::string_view name);

/// Whether a git repository or linked worktree below `root` holds `path`. Both are resolved. Cost:
/// a few file lookups for each folder between them.
bool is_in_inner_repository(const std::filesystem::path& root, const std::filesystem::path& path);

/// Removes one tree of a state that others use. Errors: kUnavailable "INDEX_LOCKED", kIo,
/// kCorruption.
Result<void> remove_tree(const StatePaths& paths);

/// The namespaces that other tools fill for a project, in the order of the trees' names.
/// Errors: those of the database.
Result<std::vector<NamespaceKey>> namespaces_of(const store::Database& database,
                                                std::string_view project_id);

/// Whether a purpose and a chunk strategy, as a SearchFilter has them, admit a namespace.
inline bool admits_namespace(const std::optional<Purpose>& purpose, std::string_view chunk_strategy,
                             const NamespaceKey& key) {
  return (!purpose || *purpose == key.purpose) &&
         (chunk_strategy.empty() || chunk_strategy == key.chunk_strategy);
}

/// Removes them out of a state that others use. Errors: as remove_tree().
Result<void> remove_namespaces(const std::filesystem::path& state_dir, std::string_view project_id);

}  // namespace codeweaver::engine
