// ProjectRegistry: projects.json in the data directory, read whole and replaced atomically.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cctype>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/project_path.hpp"
#include "engine/registry_file.hpp"
#include "engine/state_place.hpp"

namespace codeweaver {
namespace {

using engine::RegistryContent;

constexpr std::size_t kMaxSlugBytes = kMaxKeyPartBytes - 10;  // leaves room for "-2"

/// A project id made of a folder's name, in lower case; see is_key_part().
std::string slug(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '.' || c == '_')
      out += static_cast<char>(std::tolower(byte));
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  const auto is_mark = [](char c) { return c == '-' || c == '.'; };
  out.erase(out.begin(), std::find_if_not(out.begin(), out.end(), is_mark));
  if (out.size() > kMaxSlugBytes) out.resize(kMaxSlugBytes);
  while (!out.empty() && is_mark(out.back())) out.pop_back();
  return out.empty() ? "project" : out;
}

Result<void> check_id(std::string_view id) {
  if (is_key_part(id)) return {};
  return Error{ErrorCategory::kInvalidArgument, "INVALID_PROJECT_ID",
               "Invalid project id: '" + std::string(id) + "'", "registering a project",
               std::string(kKeyPartRule)};
}

std::string unique_id(const RegistryContent& content, const std::string& wanted) {
  const auto taken = [&](const std::string& id) {
    return std::any_of(content.projects.begin(), content.projects.end(),
                       [&](const Project& project) { return project.project_id == id; });
  };
  if (!taken(wanted)) return wanted;
  for (std::size_t n = 2;; ++n)
    if (auto id = wanted + '-' + std::to_string(n); !taken(id)) return id;
}

std::vector<Project>::iterator find_id(RegistryContent& content, std::string_view id) {
  return std::find_if(content.projects.begin(), content.projects.end(),
                      [&](const Project& project) { return project.project_id == id; });
}

Error project_not_found(const RegistryContent& content, std::string_view id) {
  std::string known;
  for (const auto& project : content.projects)
    known += (known.empty() ? "" : ", ") + project.project_id;
  return {ErrorCategory::kNotFound, "PROJECT_NOT_FOUND", "Project not found: " + std::string(id),
          "looking up a project",
          "Check project ID or index repository first. Known projects: " +
              (known.empty() ? "none" : known) + "."};
}

}  // namespace

std::filesystem::path Project::settings_file() const {
  return state_dir.empty() ? state_dir : engine::StatePaths{state_dir, tree}.settings();
}

ProjectRegistry::ProjectRegistry(std::filesystem::path data_dir) : data_dir_(std::move(data_dir)) {}

Result<std::vector<Project>> ProjectRegistry::list() const {
  auto content = engine::read_registry(data_dir_);
  if (!content) return content.error();
  return std::move(content->projects);
}

Result<Project> ProjectRegistry::find(std::string_view project_id) const {
  auto content = engine::read_registry(data_dir_);
  if (!content) return content.error();
  const auto found = find_id(*content, project_id);
  if (found == content->projects.end()) return project_not_found(*content, project_id);
  return *found;
}

Result<std::optional<Project>> ProjectRegistry::containing(
    const std::filesystem::path& path) const {
  auto content = engine::read_registry(data_dir_);
  if (!content) return content.error();
  std::optional<Project> best;
  for (auto& project : content->projects)
    if (corpus::is_inside(project.root, path) &&
        (!best || project.root.native().size() > best->root.native().size()))
      best = std::move(project);
  // A linked worktree inside the project's folder is another tree of files.
  if (best && engine::is_other_worktree(best->root, path)) return std::optional<Project>{};
  return best;
}

Result<Project> ProjectRegistry::add(const std::filesystem::path& root,
                                     std::string_view project_id) {
  auto real = corpus::resolve_root(root);
  if (!real) return real.error();
  if (!project_id.empty())
    if (auto valid = check_id(project_id); !valid) return valid.error();
  Project out;
  auto done = engine::update_registry(data_dir_, [&](RegistryContent& content) -> Result<void> {
    auto known = std::find_if(content.projects.begin(), content.projects.end(),
                              [&](const Project& project) { return project.root == *real; });
    if (known != content.projects.end() &&
        (project_id.empty() || known->project_id == project_id)) {
      const auto place = engine::state_place(data_dir_, *real);
      known->state_dir = place.state_dir;
      known->tree = place.tree;
      out = *known;
      return {};
    }
    if (!project_id.empty() && find_id(content, project_id) != content.projects.end())
      return Error{ErrorCategory::kInvalidArgument, "PROJECT_ID_TAKEN",
                   "Project id '" + std::string(project_id) + "' belongs to " +
                       find_id(content, project_id)->root.string(),
                   "registering " + real->string(), "Choose another project id."};
    if (known != content.projects.end()) content.projects.erase(known);
    out.project_id = project_id.empty() ? unique_id(content, slug(real->filename().string()))
                                        : std::string(project_id);
    out.display_name = project_id.empty() ? real->filename().string() : out.project_id;
    out.root = *real;
    const auto place = engine::state_place(data_dir_, *real);
    out.state_dir = place.state_dir;
    out.tree = place.tree;
    content.projects.push_back(out);
    return {};
  });
  if (!done) return done.error();
  return out;
}

Result<Project> ProjectRegistry::init(const std::filesystem::path& root,
                                      std::string_view project_id) {
  auto real = corpus::resolve_root(root);
  if (!real) return real.error();
  const auto folder = *real / engine::kStateFolder;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error{ErrorCategory::kIo, "IO",
                 "Cannot create " + folder.string() + ": " + error.message(),
                 "initialising a project", "Check the permissions of the project's folder."};
  if (auto written = base::write_file_atomic(folder / ".gitignore", "*\n"); !written)
    return written.error();
  return add(*real, project_id);
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
  auto content = engine::read_registry(data_dir_);
  if (!content) return content.error();
  if (content->active.empty()) return std::optional<std::string>{};
  return std::optional(content->active);
}

Result<void> ProjectRegistry::set_active(std::string_view project_id) {
  return engine::update_registry(data_dir_, [&](RegistryContent& content) -> Result<void> {
    if (find_id(content, project_id) == content.projects.end())
      return project_not_found(content, project_id);
    content.active = std::string(project_id);
    return {};
  });
}

}  // namespace codeweaver
