// Namespaces: trees of the project's state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/namespaces.hpp"

#include <algorithm>
#include <array>

#include "base/file.hpp"
#include "base/try.hpp"
#include "engine/state/private_state.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/state_place.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// The strategies for files of folders; namespaces of other tools cannot use these names.
constexpr std::array<std::string_view, 3> kBuiltInStrategies = {"ast", "simple_file_chunks",
                                                                "document"};

}  // namespace

Result<std::vector<NamespaceInfo>> Namespaces::list() const {
  const engine::StatePaths paths{project_.state_dir, project_.tree};
  std::vector<NamespaceInfo> out;
  if (!paths.has_database()) return out;
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto folder, database.tree(project_.tree));
  CODEWEAVER_ASSIGN(const auto local, folder.namespaces());
  for (const auto& record : local) {
    CODEWEAVER_ASSIGN(
        auto key, NamespaceKey::make(project_.project_id, record.purpose, record.chunk_strategy));
    out.push_back({std::move(key), record.files, true});
  }
  CODEWEAVER_ASSIGN(const auto others, engine::namespaces_of(database, project_.project_id));
  for (const auto& key : others) {
    CODEWEAVER_ASSIGN(const auto tree, database.tree(engine::namespace_tree(key)));
    CODEWEAVER_ASSIGN(const auto records, tree.count_files(store::FileOutcome::kIndexed));
    out.push_back({key, records, false});
  }
  std::ranges::sort(out, {}, [](const NamespaceInfo& info) { return info.key.to_string(); });
  return out;
}

Result<void> Namespaces::check_key(const NamespaceKey& key) const {
  if (key.project_key != project_.project_id)
    return Error{
        ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
        "Namespace " + key.to_string() + " does not belong to project " + project_.project_id,
        "changing namespaces", "Open the project of the namespace."};
  if (std::ranges::find(kBuiltInStrategies, key.chunk_strategy) == kBuiltInStrategies.end())
    return {};
  return Error{ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
               "Namespace " + key.to_string() + " belongs to the project's folder",
               "changing namespaces",
               "Index the folder to fill the namespace; removing the project deletes it."};
}

Result<NamespaceInfo> Namespaces::create(const NamespaceKey& key) {
  CODEWEAVER_TRY(check_key(key));
  const engine::StatePaths paths{project_.state_dir};
  CODEWEAVER_TRY(engine::prepare_state(paths));
  CODEWEAVER_ASSIGN(const auto lock, base::FileLock::acquire(paths.lock()));
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths.database()));
  CODEWEAVER_ASSIGN(const auto tree, database.make_tree(engine::namespace_tree(key)));
  CODEWEAVER_ASSIGN(const auto records, tree.count_files(store::FileOutcome::kIndexed));
  return NamespaceInfo{key, records, false};
}

Result<void> Namespaces::drop(const NamespaceKey& key) {
  if (auto valid = check_key(key); !valid) return valid;
  CODEWEAVER_ASSIGN(const auto known, list());
  if (std::ranges::find(known, key, &NamespaceInfo::key) == known.end())
    return Error{ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
                 "Namespace " + key.to_string() + " does not exist", "dropping a namespace",
                 "Use an existing namespace"};
  return engine::remove_tree({project_.state_dir, engine::namespace_tree(key)});
}

Result<std::vector<NamespaceKey>> Namespaces::remove_unused() {
  CODEWEAVER_ASSIGN(const auto known, list());
  std::vector<NamespaceKey> removed;
  for (const auto& info : known) {
    if (info.is_local || info.records > 0) continue;
    CODEWEAVER_TRY(engine::remove_tree({project_.state_dir, engine::namespace_tree(info.key)}));
    removed.push_back(info.key);
  }
  return removed;
}

}  // namespace codeweaver::inline v0_1
