// ProjectRegistry: projects.json in the data directory, read whole and replaced atomically.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/joined.hpp"
#include "base/private_files.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/project_registry.hpp"
#include "corpus/project_path.hpp"
#include "engine/state/index_lock.hpp"
#include "engine/state/state_place.hpp"
#include "engine/workspace/registry_file.hpp"
#include "engine/workspace/registry_rescue.hpp"

namespace codeweaver::inline v0_1 {
namespace {

using engine::RegistryContent;
using engine::unique_id;

Result<void> check_id(std::string_view id) {
  if (is_key_part(id)) return {};
  return Error{ErrorCategory::kInvalidArgument, "INVALID_PROJECT_ID",
               "Invalid project id: '" + std::string(id) + "'", "registering a project",
               std::string(kKeyPartRule)};
}

std::vector<Project>::iterator find_id(RegistryContent& content, std::string_view id) {
  return std::find_if(content.projects.begin(), content.projects.end(),
                      [&](const Project& project) { return project.project_id == id; });
}

/// The project of a folder; it is added to the list if it is missing.
Result<Project> registered(RegistryContent& content, const std::filesystem::path& root,
                           std::string_view project_id, const engine::StatePlace& place) {
  const auto known = std::ranges::find(content.projects, root, &Project::root);
  if (known != content.projects.end() && (project_id.empty() || known->project_id == project_id)) {
    known->state_dir = place.state_dir;
    known->tree = place.tree;
    return *known;
  }
  if (const auto other = find_id(content, project_id); other != content.projects.end())
    return Error{ErrorCategory::kInvalidArgument, "PROJECT_ID_TAKEN",
                 "Project id '" + std::string(project_id) + "' belongs to " + other->root.string(),
                 "registering " + root.string(), "Choose another project id."};
  if (known != content.projects.end()) content.projects.erase(known);
  const auto name = root.filename().string();
  Project out;
  out.project_id = project_id.empty() ? unique_id(content.projects, engine::project_slug(name))
                                      : std::string(project_id);
  out.display_name = project_id.empty() ? name : out.project_id;
  out.root = root;
  out.state_dir = place.state_dir;
  out.tree = place.tree;
  content.projects.push_back(out);
  return out;
}

/// `path` without links, dots and a slash at the end; it need not exist.
std::filesystem::path absolute_place(const std::filesystem::path& path) {
  std::error_code error;
  auto place = std::filesystem::weakly_canonical(path, error);
  if (error) place = std::filesystem::absolute(path, error).lexically_normal();
  return place.has_filename() ? place : place.parent_path();
}

/// Locks the state of a project; nullopt: it has none.
Result<std::optional<base::FileLock>> lock_of_state(const Project& project) {
  std::error_code ignored;
  if (!std::filesystem::exists(project.state_dir, ignored)) return std::optional<base::FileLock>();
  auto lock = engine::acquire_index_lock({project.state_dir, project.tree}, {});
  if (lock) return std::optional(std::move(*lock));
  auto error = std::move(lock).error();
  error.context = "removing project " + project.project_id;
  return error;
}

Error project_not_found(const RegistryContent& content, std::string_view id) {
  const auto known = base::joined(content.projects, ", ", &Project::project_id);
  return {ErrorCategory::kNotFound, error_code::kProjectNotFound,
          "Project not found: " + std::string(id), "looking up a project",
          "Check project ID or index repository first. Known projects: " +
              (known.empty() ? "none" : known) + "."};
}

}  // namespace

std::filesystem::path Project::settings_file() const {
  return state_dir.empty() ? state_dir : engine::StatePaths{state_dir, tree}.settings();
}

ProjectRegistry::ProjectRegistry(std::filesystem::path data_dir) : data_dir_(std::move(data_dir)) {}

std::optional<std::string> ProjectRegistry::repair() {
  auto content = engine::read_registry(data_dir_);
  if (content.restored.empty()) return std::nullopt;
  const auto written =
      engine::update_registry(data_dir_, [](RegistryContent&) -> Result<void> { return {}; });
  if (!written) content.restored += ", for this command only: " + written.error().cause;
  return std::move(content.restored);
}

Result<std::vector<Project>> ProjectRegistry::list() const {
  return std::move(engine::read_registry(data_dir_).projects);
}

Result<Project> ProjectRegistry::find(std::string_view project_id) const {
  auto content = engine::read_registry(data_dir_);
  const auto found = find_id(content, project_id);
  if (found == content.projects.end()) return project_not_found(content, project_id);
  return *found;
}

Result<std::optional<Project>> ProjectRegistry::containing(
    const std::filesystem::path& path) const {
  auto content = engine::read_registry(data_dir_);
  std::optional<Project> best;
  for (auto& project : content.projects)
    if (corpus::is_inside(project.root, path) &&
        (!best || project.root.native().size() > best->root.native().size()))
      best = std::move(project);
  // The index of an outer project excludes inner repositories and worktrees.
  if (best && engine::is_in_inner_repository(best->root, path)) return std::optional<Project>{};
  return best;
}

Result<Project> ProjectRegistry::project_at(const std::filesystem::path& root,
                                            std::string_view project_id) const {
  auto content = engine::read_registry(data_dir_);  // a copy, which is not written
  const auto resolved = corpus::resolve_root(root);
  if (!resolved) {
    const auto known = std::ranges::find(content.projects, absolute_place(root), &Project::root);
    const bool is_missing = resolved.error().code == error_code::kPathNotFound;
    if (!is_missing || known == content.projects.end()) return resolved.error();
    return *known;
  }
  const auto& real = *resolved;
  if (!project_id.empty()) CODEWEAVER_TRY(check_id(project_id));
  return registered(content, real, project_id, engine::state_place(data_dir_, real));
}

Result<Project> ProjectRegistry::add(const std::filesystem::path& root,
                                     std::string_view project_id) {
  CODEWEAVER_ASSIGN(auto real, corpus::resolve_root(root));
  if (!project_id.empty()) CODEWEAVER_TRY(check_id(project_id));
  const auto place = engine::state_place(data_dir_, real);
  auto content = engine::read_registry(data_dir_);
  const auto known = std::ranges::find(content.projects, real, &Project::root);
  const bool is_known =
      known != content.projects.end() && (project_id.empty() || known->project_id == project_id);
  if (is_known && content.is_sealed && content.restored.empty() &&
      known->state_dir == place.state_dir && known->tree == place.tree)
    return *known;
  Result<Project> out = Project();
  const auto register_it = [&](RegistryContent& list) -> Result<void> {
    out = registered(list, real, project_id, place);
    return out ? Result<void>() : out.error();
  };
  const auto done = engine::update_registry(data_dir_, register_it);
  if (done) return out;
  // A full or read-only disk must not prevent searches of an existing index.
  const bool is_refused = done.error().category == ErrorCategory::kIo;
  if (!is_refused || !(is_known || project_id.empty()) ||
      !engine::StatePaths{place.state_dir, place.tree}.has_database())
    return done.error();
  return registered(content, real, project_id, place);
}

Result<Project> ProjectRegistry::init(const std::filesystem::path& root,
                                      std::string_view project_id) {
  CODEWEAVER_ASSIGN(auto real, corpus::resolve_root(root));
  const auto folder = real / engine::kStateFolder;
  CODEWEAVER_TRY(base::make_private_folder(folder));
  CODEWEAVER_TRY(base::write_file_atomic(folder / ".gitignore", "*\n"));
  return add(real, project_id);
}

Result<void> ProjectRegistry::rename(std::string_view project_id, std::string_view display_name) {
  return engine::update_registry(data_dir_, [&](RegistryContent& content) -> Result<void> {
    const auto found = find_id(content, project_id);
    if (found == content.projects.end()) return project_not_found(content, project_id);
    found->display_name = std::string(display_name);
    return {};
  });
}

Result<void> ProjectRegistry::remove(std::string_view project_id, bool delete_state) {
  engine::StatePaths state;
  bool is_shared = false;
  std::optional<base::FileLock> lock;  // while the state is deleted, no run may write to it
  if (delete_state) {
    CODEWEAVER_ASSIGN(const auto project, find(project_id));
    CODEWEAVER_ASSIGN(lock, lock_of_state(project));
  }
  auto done = engine::update_registry(data_dir_, [&](RegistryContent& content) -> Result<void> {
    const auto found = find_id(content, project_id);
    if (found == content.projects.end()) return project_not_found(content, project_id);
    state = {found->state_dir, found->tree};
    content.projects.erase(found);
    is_shared = std::ranges::any_of(
        content.projects, [&](const Project& other) { return other.state_dir == state.folder; });
    if (content.active == project_id) content.active.clear();
    return {};
  });
  if (!done || !delete_state) return done;
  if (is_shared) {
    lock.reset();  // each removal takes it
    if (auto removed = engine::remove_namespaces(state.folder, project_id); !removed)
      return removed;
    return engine::remove_tree(state);
  }
  std::error_code error;
  std::filesystem::remove_all(state.folder, error);
  if (error)
    return Error{ErrorCategory::kIo, "IO",
                 "Cannot delete " + state.folder.string() + ": " + error.message(),
                 "removing a project", "Delete the folder by hand."};
  return {};
}

Result<std::optional<std::string>> ProjectRegistry::active() const {
  const auto content = engine::read_registry(data_dir_);
  if (content.active.empty()) return std::optional<std::string>{};
  return std::optional(content.active);
}

Result<void> ProjectRegistry::set_active(std::string_view project_id) {
  return engine::update_registry(data_dir_, [&](RegistryContent& content) -> Result<void> {
    if (find_id(content, project_id) == content.projects.end())
      return project_not_found(content, project_id);
    content.active = std::string(project_id);
    return {};
  });
}

}  // namespace codeweaver::inline v0_1
