// Moves a project to a store: writes each tree, then verifies it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/store_migration.hpp"

#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/state_place.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/stores/store_mirror.hpp"
#include "store/database/database.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// The project's tree, then the trees filled by other tools.
Result<std::vector<std::string>> trees_of(const Project& project) {
  const engine::StatePaths paths{project.state_dir, project.tree};
  if (!paths.has_database())
    return Error{ErrorCategory::kNotFound,
                 error_code::kIndexNotFound,
                 "Project " + project.project_id + " has no index to migrate",
                 "migrating a project",
                 "Index the project first",
                 RemedyKind::kIndex};
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto keys, engine::namespaces_of(database, project.project_id));
  std::vector<std::string> out{project.tree};
  for (const auto& key : keys) out.push_back(engine::namespace_tree(key));
  for (const auto& tree : out) {
    CODEWEAVER_ASSIGN(const auto derived,
                      engine::derived_state(database, {project.state_dir, tree}));
    if (!derived.is_current())
      return Error{ErrorCategory::kUnavailable, error_code::kIndexLocked,
                   "The index of project " + project.project_id + " is being updated",
                   "migrating a project",
                   "Wait until the run has ended, or index the project, and try again."};
  }
  return out;
}

Result<MigratedTree> migrate_tree(engine::StoreMirror& mirror, const std::string& tree,
                                  bool replaces, const CallContext& call) {
  if (replaces) {
    CODEWEAVER_ASSIGN(const bool is_taken, mirror.is_taken(tree, call));
    if (is_taken) CODEWEAVER_TRY(mirror.drop(tree, call));
  }
  CODEWEAVER_ASSIGN(const auto synced, mirror.sync(tree, call));
  if (synced.is_busy)
    return Error{ErrorCategory::kUnavailable, "STORE_BUSY",
                 "Another process is writing the records of this project", "migrating a project",
                 "Wait until it has ended, and migrate again."};
  auto check = mirror.verify(tree, call);
  if (!check && check.error().category == ErrorCategory::kCorruption && replaces) {
    CODEWEAVER_TRY(mirror.drop(tree, call));
    CODEWEAVER_ASSIGN(const auto again, mirror.sync(tree, call));
    CODEWEAVER_ASSIGN(auto found, mirror.verify(tree, call));
    return MigratedTree{tree, found.records, again.upserted, again.erased, std::move(found.hash)};
  }
  if (!check) return check.error();
  return MigratedTree{tree, check->records, synced.upserted, synced.erased, std::move(check->hash)};
}

}  // namespace

Result<std::vector<MigratedTree>> migrate_store(const Project& project,
                                                const WorkspaceOptions& parts,
                                                std::shared_ptr<VectorStore> target,
                                                const MigrationRequest& request,
                                                const CallContext& call) {
  CODEWEAVER_ASSIGN(const auto trees, trees_of(project));
  const Indexer::Config config{project.root,         project.state_dir, project.project_id,
                               project.display_name, parts.index,       project.tree};
  engine::StoreMirror mirror(engine::guarded(std::move(target)), config, parts.embedder);
  std::vector<MigratedTree> out;
  for (const auto& tree : trees) {
    if (request.on_tree) request.on_tree(tree, false);
    CODEWEAVER_ASSIGN(auto done, migrate_tree(mirror, tree, request.replaces, call));
    if (request.on_tree) request.on_tree(tree, true);
    out.push_back(std::move(done));
  }
  return out;
}

}  // namespace codeweaver::inline v0_1
