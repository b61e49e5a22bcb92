// Where the files of one project's index lie.
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
/// The tree of a commit, by its id of 40 hex digits. Such a tree never changes.
inline std::string commit_tree(std::string_view commit) {
  return std::string(kCommitPrefix) += commit;
}

inline constexpr std::string_view kNamespacePrefix = "namespace:";
/// The tree of a namespace that other tools fill.
inline std::string namespace_tree(const NamespaceKey& key) {
  return std::string(kNamespacePrefix) += key.to_string();
}

/// How long an update waits for the lock of the index: another one of few files takes less.
inline constexpr std::chrono::seconds kUpdatePatience{5};

/// Names inside one state directory.
struct StatePaths {
  std::filesystem::path folder;
  /// Which of the trees kept there: "" the folder that was indexed, commit_tree() a commit,
  /// namespace_tree() what was pushed, others linked worktrees. Contents and segments belong to
  /// all.
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
  /// What an unfinished run of the tree leaves.
  std::filesystem::path checkpoint() const {
    const std::string of_tree = tree.empty() ? "" : "-" + base::hash128(tree).hex();
    return folder / ("index_checkpoint" + of_tree + ".json");
  }
  /// What the last run saw of the tree's files.
  std::filesystem::path stat_cache() const {
    return folder / (tree.empty() ? "files.stat" : base::hash128(tree).hex() + ".stat");
  }
  /// What lay in the tree's folders then.
  std::filesystem::path folder_cache() const {
    return folder / (tree.empty() ? "folders.list" : base::hash128(tree).hex() + ".list");
  }
  /// What the commits said that lead to the tree (kept_commits.hpp).
  std::filesystem::path commit_log() const {
    return folder / (tree.empty() ? "commits.log" : base::hash128(tree).hex() + ".commits");
  }
  /// Settings of the tree's project.
  std::filesystem::path settings() const {
    return folder / (tree.empty() ? "settings.toml" : base::hash128(tree).hex() + ".toml");
  }
  std::filesystem::path lock() const { return folder / "index.lock"; }
  /// Held by the one process that watches the tree.
  std::filesystem::path watch_lock() const {
    return folder / (tree.empty() ? "watch.lock" : base::hash128(tree).hex() + ".watch.lock");
  }
};

}  // namespace codeweaver::engine
