// Paths of the files of one project's index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "base/hash.hpp"
#include "codeweaver/namespace_key.hpp"

namespace codeweaver::engine {

inline constexpr std::string_view kCommitPrefix = "commit:";
/// The tree of a commit, named by its id of 40 hex digits. Such a tree never changes.
inline std::string commit_tree(std::string_view commit) {
  return std::string(kCommitPrefix) += commit;
}

inline constexpr std::string_view kNamespacePrefix = "namespace:";
/// The tree of a namespace filled by other tools.
inline std::string namespace_tree(const NamespaceKey& key) {
  return std::string(kNamespacePrefix) += key.to_string();
}

/// How long an update waits for the index lock; another update of few files takes less.
inline constexpr std::chrono::seconds kUpdatePatience{5};

/// Paths in one state folder.
struct StatePaths {
  std::filesystem::path folder;
  /// The selected tree: "" for the indexed folder, commit_tree() for a commit, namespace_tree() for
  /// pushed items, others for linked worktrees. All trees share contents and segments.
  std::string tree{};

  std::filesystem::path database() const { return folder / "index.db"; }
  bool has_database() const {
    std::error_code ignored;
    return std::filesystem::exists(database(), ignored);
  }
  std::filesystem::path segments() const { return folder / "segments"; }
  /// Name of the tree's manifest in segments().
  std::string manifest() const {
    if (tree.empty()) return "manifest";
    const bool is_commit = tree.starts_with(kCommitPrefix);
    return (is_commit ? tree.substr(kCommitPrefix.size()) : base::hash128(tree).hex()) +
           ".manifest";
  }
  /// Checkpoint of an unfinished run of the tree.
  std::filesystem::path checkpoint() const {
    const std::string of_tree = tree.empty() ? "" : "-" + base::hash128(tree).hex();
    return folder / ("index_checkpoint" + of_tree + ".json");
  }
  /// The tree's files as of the last run.
  std::filesystem::path stat_cache() const {
    return folder / (tree.empty() ? "files.stat" : base::hash128(tree).hex() + ".stat");
  }
  /// The entries of the tree's folders as of the last run.
  std::filesystem::path folder_cache() const {
    return folder / (tree.empty() ? "folders.list" : base::hash128(tree).hex() + ".list");
  }
  /// Messages of the tree's commits (kept_commits.hpp).
  std::filesystem::path commit_log() const {
    return folder / (tree.empty() ? "commits.log" : base::hash128(tree).hex() + ".commits");
  }
  /// Settings of the tree's project.
  std::filesystem::path settings() const {
    return folder / (tree.empty() ? "settings.toml" : base::hash128(tree).hex() + ".toml");
  }
  std::filesystem::path lock() const { return folder / "index.lock"; }
  /// Locked by the single process that watches the tree.
  std::filesystem::path watch_lock() const {
    return folder / (tree.empty() ? "watch.lock" : base::hash128(tree).hex() + ".watch.lock");
  }
};

}  // namespace codeweaver::engine
