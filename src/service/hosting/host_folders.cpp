// ProjectHost: finds the project of a call from the folders that the caller works in.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> real_folders(std::span<const fs::path> folders) {
  std::vector<fs::path> out;
  for (const auto& folder : folders) {
    std::error_code error;
    auto real = fs::weakly_canonical(folder, error);
    if (!error && folder.is_absolute() && fs::is_directory(real, error))
      out.push_back(std::move(real));
  }
  return out;
}

Error no_project_yet(const std::string& whose, const fs::path& folder) {
  return {ErrorCategory::kNotFound,
          error_code::kNoProject,
          "The folder that the " + whose + ", " + folder.string() + ", is not a project yet",
          "choosing a project",
          "Index it, or give a known project_id",
          RemedyKind::kIndex};
}

}  // namespace

/// Whether a folder can be a project: not the home folder, and not a folder that contains projects.
Result<bool> ProjectHost::can_be_project(const fs::path& folder) const {
  const auto holds = [&](const fs::path& inner) { return is_within(inner, folder); };
  CODEWEAVER_ASSIGN(const auto known, list());
  return std::ranges::none_of(roots_.folders(), holds) &&
         std::ranges::none_of(known, holds, &Project::root);
}

Result<std::optional<std::string>> ProjectHost::id_of_caller(
    std::span<const fs::path> folders) const {
  using Found = std::optional<std::string>;
  if (options_.is_own_named) return Found{};
  const auto real = real_folders(folders);
  Found first;
  for (const auto& folder : real) {
    CODEWEAVER_ASSIGN(const auto holding, options_.registry.containing(folder));
    if (options_.own && (is_within(options_.own->root, folder) || (holding && is_own(*holding))))
      return Found(options_.own->project_id);
    if (holding && !first) first = holding->project_id;
  }
  if (first) return first;
  for (const auto& folder : real) {
    CODEWEAVER_ASSIGN(const bool is_new, can_be_project(folder));
    if (is_new) return no_project_yet("client works in", folder);
  }
  return Found{};
}

Result<std::string> ProjectHost::id_of_start() const {
  CODEWEAVER_ASSIGN(const auto holding, options_.registry.containing(options_.folder));
  return holding ? Result(holding->project_id)
                 : no_project_yet("server was started in", options_.folder);
}

Result<fs::path> ProjectHost::folder_to_index(std::span<const fs::path> folders) const {
  auto real = real_folders(folders);
  if (real.empty() && !options_.folder.empty()) real.push_back(options_.folder);
  for (const auto& folder : real) {
    CODEWEAVER_ASSIGN(const auto holding, options_.registry.containing(folder));
    CODEWEAVER_ASSIGN(const bool is_new, can_be_project(folder));
    if (!holding && is_new) return folder;
  }
  CODEWEAVER_ASSIGN(const auto id, implied_id(folders));
  CODEWEAVER_ASSIGN(const auto project, find(id));
  return project.root;
}

}  // namespace codeweaver::service
