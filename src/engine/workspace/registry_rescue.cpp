// Reads the projects from the databases of all states.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/registry_rescue.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/namespace_key.hpp"
#include "corpus/git.hpp"
#include "engine/state/state_place.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxSlugBytes = kMaxKeyPartBytes - 10;  // leaves room for "-2"

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// Adds the folder if its state is the given one.
void add_folder(const fs::path& data_dir, const StatePaths& state, const fs::path& root,
                const store::ProjectRecord* record, std::vector<Project>& out) {
  if (!root.is_absolute() || !is_folder(root)) return;
  const auto place = state_place(data_dir, root);
  std::error_code ignored;
  if (place.tree != state.tree || !fs::equivalent(place.state_dir, state.folder, ignored)) return;
  const auto is_known = [&](const Project& project) { return project.root == root; };
  if (std::ranges::any_of(out, is_known)) return;
  const auto name = root.filename().string();
  const bool has_id = record != nullptr && is_key_part(record->project_id);
  Project project;
  project.project_id = unique_id(out, has_id ? record->project_id : project_slug(name));
  project.display_name = has_id ? record->display_name : name;
  project.root = root;
  project.state_dir = place.state_dir;
  project.tree = place.tree;
  out.push_back(std::move(project));
}

void add_state(const fs::path& data_dir, const fs::path& folder, std::vector<Project>& out) {
  const auto database = store::Database::open_read_only(StatePaths{folder}.database());
  if (!database) return;
  const auto record = database->project();
  const auto trees = database->trees();
  if (!record || !trees) return;
  const fs::path root = record->root;
  const auto recorded = state_place(data_dir, root);
  add_folder(data_dir, {folder, recorded.tree}, root, &*record, out);
  for (const auto& tree : *trees) {
    if (tree == recorded.tree) continue;
    if (const auto other = tree_root(root, tree))
      add_folder(data_dir, {folder, tree}, *other, nullptr, out);
  }
}

}  // namespace

std::string project_slug(std::string_view name) {
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

std::string unique_id(const std::vector<Project>& projects, const std::string& wanted) {
  const auto is_taken = [&](const std::string& id) {
    return std::ranges::find(projects, id, &Project::project_id) != projects.end();
  };
  if (!is_taken(wanted)) return wanted;
  for (std::size_t n = 2;; ++n)
    if (auto id = wanted + '-' + std::to_string(n); !is_taken(id)) return id;
}

std::vector<Project> rescue_projects(const fs::path& data_dir) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator it(data_dir / "projects", error), end; !error && it != end;
       it.increment(error))
    folders.push_back(it->path());
  std::ranges::sort(folders);
  std::vector<Project> out;
  for (const auto& folder : folders) add_state(data_dir, folder, out);
  std::ranges::sort(out, {}, &Project::project_id);
  return out;
}

}  // namespace codeweaver::engine
