// ProjectHost: adding, renaming, choosing and removing projects, and their settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "service/hosting/project_host.hpp"
#include "settings/project_settings.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostNameBytes = 200;

Result<void> check_name(std::string_view name) {
  const bool has_control = std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  const bool is_blank = name.find_first_not_of(' ') == std::string_view::npos;
  if (!has_control && !is_blank && name.size() <= kMostNameBytes) return {};
  return Error{ErrorCategory::kInvalidArgument, "INVALID_DISPLAY_NAME",
               "The display name is empty, longer than " + std::to_string(kMostNameBytes) +
                   " bytes, or contains a control character",
               "naming a project", "Choose another name."};
}

}  // namespace

Result<ProjectHost::Added> ProjectHost::add(const std::filesystem::path& folder,
                                            std::string_view project_id,
                                            std::string_view display_name) {
  if (!display_name.empty()) CODEWEAVER_TRY(check_name(display_name));
  CODEWEAVER_ASSIGN(const auto real, allowed(folder));
  const std::lock_guard lock(adding_);
  CODEWEAVER_ASSIGN(const auto known, options_.registry.list());
  const auto same = std::ranges::find(known, real, &Project::root);
  if (same != known.end()) {
    // Others know the project by its id and name, so only explicit calls change them. The registry
    // finds the place of its state again.
    CODEWEAVER_ASSIGN(auto renewed, options_.registry.add(real, same->project_id));
    return Added{std::move(renewed), false};
  }
  auto added = options_.registry.add(real, project_id);
  if (added && !display_name.empty()) added = rename(added->project_id, display_name);
  if (!added) return added.error();
  return Added{std::move(*added), true};
}

Result<Project> ProjectHost::rename(std::string_view project_id, std::string_view display_name) {
  CODEWEAVER_TRY(check_name(display_name));
  CODEWEAVER_TRY(options_.registry.rename(project_id, display_name));
  return find(project_id);
}

Result<Project> ProjectHost::set_active(std::string_view project_id) {
  CODEWEAVER_TRY(options_.registry.set_active(project_id));
  {
    const std::lock_guard lock(mutex_);
    has_chosen_ = true;
  }
  return find(project_id);
}

Result<Project> ProjectHost::remove(std::string_view project_id, bool keep_index) {
  auto project = find(project_id);
  if (!project) return project;
  if (const auto open = take_out(project_id)) open->stop();
  CODEWEAVER_TRY(options_.registry.remove(project_id, !keep_index));
  return project;
}

Result<Project> ProjectHost::change_settings(std::string_view project_id,
                                             const std::vector<std::string>& assignments,
                                             const CallContext& call) {
  auto project = find(project_id, call);
  if (!project) return project;
  const auto file = project->settings_file();
  std::error_code ignored;
  std::optional<std::string> before;
  if (std::filesystem::exists(file, ignored)) {
    CODEWEAVER_ASSIGN(auto text, base::read_file(file));
    before = std::move(text);
  }
  CODEWEAVER_TRY(settings::change_project_settings(file, assignments));
  if (const auto usable = options_.open(*project, call); !usable) {
    if (before)
      static_cast<void>(base::write_file_atomic(file, *before));
    else
      std::filesystem::remove(file, ignored);
    return usable.error();
  }
  const auto open = take_out(project_id);
  if (open) open->stop();
  if (!open || !is_own(*project)) return project;
  CODEWEAVER_ASSIGN(const auto again, hosted(*project));
  again->start();
  return project;
}

}  // namespace codeweaver::service
