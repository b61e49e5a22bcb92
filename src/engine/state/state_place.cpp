// Locations of states: by repository, folder and worktree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/state_place.hpp"

#include <algorithm>
#include <optional>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/try.hpp"
#include "corpus/git.hpp"
#include "corpus/git_folder.hpp"
#include "corpus/project_path.hpp"
#include "store/database/database.hpp"
#include "store/segments/manifest.hpp"
#include "store/stat_cache.hpp"

namespace codeweaver::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMaxLinkBytes = 1 << 16;

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

}  // namespace

StatePlace state_place(const fs::path& data_dir, const fs::path& root) {
  if (is_folder(root / kStateFolder)) return {root / kStateFolder, ""};
  const auto keyed = [&](const std::string& text) {
    return data_dir / "projects" / base::hash128(text).hex();
  };
  const auto location = corpus::git_location(root);
  if (!location) return {keyed(root.generic_string()), ""};
  std::string tree;
  if (!location->worktree.empty()) {
    tree = std::string(kWorktreePrefix) + location->worktree;
    if (location->common_dir.filename() == ".git") {
      const auto local = location->common_dir.parent_path() / location->prefix / kStateFolder;
      if (is_folder(local)) return {local, tree};
    }
  }
  return {keyed(location->common_dir.generic_string() + '\n' + location->prefix), tree};
}

bool is_state_of(const fs::path& state_dir, std::string_view tree, const fs::path& root) {
  if (!tree.empty()) return true;  // only state_place() names trees
  const auto key = state_dir.filename().string();
  const auto repository = (root / ".git").generic_string() + '\n';
  return key == base::hash128(root.generic_string()).hex() ||
         key == base::hash128(repository).hex();
}

std::optional<fs::path> tree_root(const fs::path& root, std::string_view tree) {
  const auto location = corpus::git_location(root);
  if (!location || location->common_dir.filename() != ".git") return std::nullopt;
  fs::path top = location->common_dir.parent_path();
  if (tree.starts_with(kWorktreePrefix)) {
    const auto name = tree.substr(kWorktreePrefix.size());
    auto linked = worktree_folder(location->common_dir, name);
    if (!linked) return std::nullopt;
    top = *std::move(linked);
  } else if (!tree.empty()) {
    return std::nullopt;
  }
  const auto folder = location->prefix.empty() ? top : top / location->prefix;
  std::error_code error;
  auto real = fs::canonical(folder, error);
  return error || !is_folder(real) ? std::nullopt : std::optional(std::move(real));
}

std::optional<fs::path> worktree_folder(const fs::path& common_dir, std::string_view name) {
  const auto known = common_dir / "worktrees" / name;
  auto link = base::read_file(known / "gitdir", kMaxLinkBytes);
  if (!link) return std::nullopt;
  link->erase(std::min(link->find('\n'), link->size()));
  if (link->empty()) return std::nullopt;
  return (known / *link).lexically_normal().parent_path();  // the link may be relative
}

bool is_in_inner_repository(const fs::path& root, const fs::path& path) {
  for (fs::path folder = path; folder != root && corpus::is_inside(root, folder);
       folder = folder.parent_path())
    if (corpus::holds_repository(folder)) return true;
  return false;
}

Result<void> remove_tree(const StatePaths& paths) {
  std::optional<base::FileLock> lock;
  if (paths.has_database()) {
    CODEWEAVER_ASSIGN(lock, base::FileLock::acquire(paths.lock()));
  }
  std::error_code ignored;
  for (const auto& file :
       {paths.settings(), paths.stat_cache(), store::StatCache::edits_of(paths.stat_cache()),
        paths.folder_cache(), paths.commit_log(), paths.watch_lock()})
    fs::remove(file, ignored);
  if (!lock) return {};
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths.database()));
  if (auto removed = database.remove_tree(paths.tree); !removed) return removed;
  fs::remove(paths.segments() / paths.manifest(), ignored);
  CODEWEAVER_TRY(database.remove_orphans());
  const auto swept = store::remove_unlisted(paths.segments());
  return swept ? Result<void>() : Result<void>(swept.error());
}

Result<std::vector<NamespaceKey>> namespaces_of(const store::Database& database,
                                                std::string_view project_id) {
  CODEWEAVER_ASSIGN(const auto trees, database.trees());
  std::vector<NamespaceKey> keys;
  for (const std::string_view name : trees) {
    if (!name.starts_with(kNamespacePrefix)) continue;
    auto key = NamespaceKey::parse(name.substr(kNamespacePrefix.size()));
    if (key && key->project_key == project_id) keys.push_back(std::move(*key));
  }
  return keys;
}

Result<void> remove_namespaces(const fs::path& state_dir, std::string_view project_id) {
  const StatePaths paths{state_dir};
  if (!paths.has_database()) return {};
  CODEWEAVER_ASSIGN(const auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto keys, namespaces_of(database, project_id));
  for (const auto& key : keys)
    if (auto removed = remove_tree({state_dir, namespace_tree(key)}); !removed) return removed;
  return {};
}

}  // namespace codeweaver::engine
