// Searchers for the namespaces of a project that other tools fill.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/namespace_searchers.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "engine/pushing/namespace_trees.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/state_place.hpp"
#include "engine/state/state_repair.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

Result<FoundNamespaces> NamespaceSearchers::matching(const SearchFilter& filter,
                                                     const CallContext& given) {
  const auto call = given.awaited();
  FoundNamespaces out;
  const auto file = StatePaths{config_.state_dir}.database();
  const std::lock_guard lock(mutex_);
  const auto identity = base::identity_of(file);
  if (!identity && identity.error().category == ErrorCategory::kNotFound) return out;
  if (!identity) return identity.error();
  if (!database_ || identity->inode != inode_) {  // first call, or the file was replaced
    auto opened = store::Database::open_read_only(file);
    if (!opened && opened.error().category == ErrorCategory::kNotFound) return out;  // just created
    if (!opened) return opened.error();
    database_.emplace(std::move(*opened));
    inode_ = identity->inode;
  }
  CODEWEAVER_ASSIGN(const auto keys, namespaces_of(*database_, config_.project_id));
  for (auto known = open_.begin(); known != open_.end();) {
    const auto is_known = [&](const auto& key) { return namespace_tree(key) == known->first; };
    if (std::ranges::any_of(keys, is_known)) {
      ++known;
      continue;
    }
    if (mirror_)  // dropped, and perhaps created again since
      CODEWEAVER_TRY(mirror_->drop(known->first, call));
    known = open_.erase(known);
  }
  for (const auto& key : keys) {
    if (!admits_namespace(filter.purpose, filter.chunk_strategy, key)) continue;
    if (auto added = add(key, call, out); !added) {
      if (!is_fault(added.error()) || is_database_damage(added.error())) return added.error();
      out.warnings.push_back(namespace_warning(key.to_string(), added.error()));
      out.lost = added.error();
    }
  }
  return out;
}

/// Requires mutex_.
Result<void> NamespaceSearchers::add(const NamespaceKey& key, const CallContext& call,
                                     FoundNamespaces& out) {
  CODEWEAVER_ASSIGN(auto searcher, open(key, call, out));
  if (mirror_) CODEWEAVER_TRY(mirror_->sync(namespace_tree(key), call));
  if (searcher) out.searchers.emplace_back(key.to_string(), std::move(searcher));
  return {};
}

/// Builds the segments of a namespace that has none or damaged ones; a change of the model removes
/// them.
Result<void> NamespaceSearchers::restore(const StatePaths& paths, const CallContext& call) {
  CODEWEAVER_ASSIGN(const auto lock,
                    base::FileLock::acquire_within(paths.lock(), kUpdatePatience, call.stop));
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths.database()));
  CODEWEAVER_ASSIGN(auto segments, tree_segments(database, paths));
  segments.derived = {};  // there are no segments, whatever the record says
  return derive_namespace(database, paths, config_, parts_.embedder.get(), segments, nullptr, call);
}

/// Null if it has no items. Requires mutex_.
Result<std::shared_ptr<HybridSearcher>> NamespaceSearchers::open(const NamespaceKey& key,
                                                                 const CallContext& call,
                                                                 FoundNamespaces& out) {
  const StatePaths paths{config_.state_dir, namespace_tree(key)};
  std::error_code ignored;
  if (!std::filesystem::exists(paths.segments() / paths.manifest(), ignored)) {
    open_.erase(paths.tree);
    CODEWEAVER_ASSIGN(const auto tree, database_->tree(paths.tree));
    CODEWEAVER_ASSIGN(const auto items, tree.count_files(store::FileOutcome::kIndexed));
    if (items == 0) return std::shared_ptr<HybridSearcher>();
    CODEWEAVER_TRY(restore(paths, call));
  }
  auto opened = open_newest(paths.tree);
  if (!opened && can_be_repaired(opened.error())) {
    auto held = open_.extract(paths.tree);
    if (auto restored = restore(paths, call); restored) {
      out.warnings.push_back("Namespace " + key.to_string() +
                             ": its index was damaged and was rebuilt from the database");
      opened = open_newest(paths.tree);
    } else {
      opened = restored.error();
    }
    if (!opened && held) open_.insert(std::move(held));
  }
  const auto held = open_.find(paths.tree);
  if (opened || held == open_.end() || !is_fault(opened.error())) return opened;
  out.warnings.push_back(warning_of(
      "Namespace " + key.to_string() + " was searched in its previous state", opened.error()));
  return held->second;
}

/// Requires mutex_.
Result<std::shared_ptr<HybridSearcher>> NamespaceSearchers::open_newest(const std::string& tree) {
  if (const auto known = open_.find(tree); known != open_.end()) {
    CODEWEAVER_TRY(known->second->refresh());
    return known->second;
  }
  auto opened =
      HybridSearcher::open(config_.state_dir, parts_, {tree, config_.project_id, config_.root});
  if (!opened) return opened.error();
  return open_[tree] = std::make_shared<HybridSearcher>(std::move(*opened));
}

}  // namespace codeweaver::engine
