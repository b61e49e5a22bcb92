// ProjectHost: finding, opening and closing projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/project_host.hpp"

#include <algorithm>
#include <utility>

#include "base/joined.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::service {
namespace {

std::string ids_of(const std::vector<Project>& known) {
  return known.empty() ? "none" : base::joined(known, ", ", &Project::project_id);
}

Error no_project(const std::vector<Project>& known) {
  return {ErrorCategory::kNotFound, error_code::kNoProject,
          "No project was given, and no project is active", "choosing a project",
          "Give a project_id (known: " + ids_of(known) + "), or make a project active."};
}

Error host_stopping() {
  return {ErrorCategory::kCancelled, "SERVER_STOPPING", "The server is stopping",
          "opening a project", "Start it again, then repeat the call."};
}

}  // namespace

ProjectHost::ProjectHost(HostOptions options)
    : options_(std::move(options)), roots_(options_.roots) {
  if (!can(Feature::kIndexing)) return;
  if (const auto active = options_.registry.active(); active && *active)
    active_at_start_ = **active;
}

ProjectHost::~ProjectHost() {
  shutdown();
}

Result<std::shared_ptr<ProjectHost>> ProjectHost::start(HostOptions options) {
  auto host = std::make_shared<ProjectHost>(std::move(options));
  CODEWEAVER_TRY(host->begin());
  return host;
}

Result<void> ProjectHost::begin() {
  if (!options_.own) return {};
  CODEWEAVER_ASSIGN(const auto own, hosted(*options_.own));
  own->start(options_.first_run);
  return {};
}

std::optional<Error> ProjectHost::refuses_changes(std::string_view token) const {
  if (!can(Feature::kIndexing)) return unsupported_in_store(Feature::kIndexing);
  return refuses_sending(token);
}

std::optional<Error> ProjectHost::refuses_sending(std::string_view token) const {
  if (options_.page && options_.page->admits(token)) return std::nullopt;
  return options_.refuses_changes;
}

Result<std::vector<Project>> ProjectHost::list() const {
  return options_.store_projects ? options_.store_projects() : options_.registry.list();
}

Result<Project> ProjectHost::find(std::string_view id) const {
  if (!options_.store_projects) return options_.registry.find(id);
  CODEWEAVER_ASSIGN(const auto known, list());
  const auto found = std::ranges::find(known, id, &Project::project_id);
  if (found != known.end()) return *found;
  return Error{ErrorCategory::kNotFound, error_code::kProjectNotFound,
               "The store has no project '" + std::string(id) + "'", "choosing a project",
               "Give one of: " + ids_of(known) + '.'};
}

Result<std::string> ProjectHost::implied_id(std::span<const std::filesystem::path> folders) const {
  if (options_.active_from_outside) {
    CODEWEAVER_ASSIGN(auto outside, options_.active_from_outside());
    if (outside && !outside->empty()) return std::move(*outside);
  }
  if (!can(Feature::kIndexing)) {
    if (options_.own) return options_.own->project_id;
    CODEWEAVER_ASSIGN(const auto known, list());
    return known.size() == 1 ? Result(known.front().project_id) : no_project(known);
  }
  CODEWEAVER_ASSIGN(auto active, options_.registry.active());
  const auto has_chosen = [this] {
    const std::lock_guard lock(mutex_);
    return has_chosen_;
  };
  if (active && (*active != active_at_start_ || has_chosen())) return std::move(*active);
  CODEWEAVER_ASSIGN(auto of_caller, id_of_caller(folders));
  if (of_caller) return std::move(*of_caller);
  if (options_.own) return options_.own->project_id;
  if (!options_.folder.empty()) return id_of_start();
  if (active) return std::move(*active);
  CODEWEAVER_ASSIGN(const auto known, list());
  if (known.size() == 1) return known.front().project_id;  // the only project
  return no_project(known);
}

Result<std::shared_ptr<HostedProject>> ProjectHost::resolve(
    std::string_view project_id, std::span<const std::filesystem::path> folders) {
  std::string id(project_id);
  if (id.empty()) {
    CODEWEAVER_ASSIGN(auto implied, implied_id(folders));
    id = std::move(implied);
  }
  if (!can(Feature::kIndexing)) {
    if (const auto known = open_one(id)) return known;
  } else if (id.starts_with('/')) {  // the path of a folder, or of something in it
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(id, error);
    CODEWEAVER_ASSIGN(auto holding, options_.registry.containing(real));
    if (holding) return hosted(*holding);
  }
  const auto project = find(id);
  if (project) return hosted(*project);
  if (project.error().code == error_code::kProjectNotFound) take_out(id);
  return project.error();
}

Result<std::shared_ptr<HostedProject>> ProjectHost::reopen(const Project& project) const {
  CODEWEAVER_ASSIGN(auto opened, options_.open(project));
  return std::make_shared<HostedProject>(std::move(opened), metrics_);
}

std::shared_ptr<HostedProject> ProjectHost::open_one(std::string_view project_id) {
  const std::lock_guard lock(mutex_);
  const auto found = is_stopped_ ? open_.end() : open_.find(project_id);
  if (found == open_.end()) return nullptr;
  found->second.last_use = ++uses_;
  return found->second.project;
}

Result<std::shared_ptr<HostedProject>> ProjectHost::hosted(const Project& project) {
  std::shared_ptr<HostedProject> outdated;  // closed after the lock is released
  const std::lock_guard lock(mutex_);
  if (is_stopped_) return host_stopping();
  auto& open = open_[project.project_id];
  open.last_use = ++uses_;
  const auto is_same = [&](const Project& known) {
    return known.root == project.root && known.state_dir == project.state_dir &&
           known.tree == project.tree;
  };
  if (open.project && is_same(open.project->project())) return open.project;
  outdated = std::move(open.project);
  auto made = reopen(project);
  if (!made) {
    open_.erase(project.project_id);
    return made;
  }
  open.project = *made;
  make_room();
  return made;
}

/// Requires mutex_.
void ProjectHost::make_room() {
  while (open_.size() > kMostOpen) {
    auto oldest = open_.end();
    for (auto at = open_.begin(); at != open_.end(); ++at) {
      const auto& project = at->second.project;
      const bool is_idle =
          project.use_count() == 1 && !is_own(project->project()) && !project->is_running();
      if (is_idle && (oldest == open_.end() || at->second.last_use < oldest->second.last_use))
        oldest = at;
    }
    if (oldest == open_.end()) return;
    open_.erase(oldest);
  }
}

std::shared_ptr<HostedProject> ProjectHost::take_out(std::string_view project_id) {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(project_id);
  if (found == open_.end()) return nullptr;
  auto project = std::move(found->second.project);
  open_.erase(found);
  return project;
}

Result<std::filesystem::path> ProjectHost::allowed(const std::filesystem::path& folder) const {
  auto real = roots_.resolve(folder);
  const auto& start = options_.own ? options_.own->root : options_.folder;
  if (real || start.empty() || !folder.is_absolute()) return real;
  std::error_code error;
  return std::filesystem::equivalent(folder, start, error) ? start : real;
}

Result<std::shared_ptr<HostedProject>> ProjectHost::open_folder(const std::filesystem::path& folder,
                                                                std::string_view project_id) {
  const auto added = add(folder, project_id, {});
  return added ? hosted(added->project) : added.error();
}

void ProjectHost::reload() {
  std::map<std::string, Open, std::less<>> outdated;
  {
    const std::lock_guard lock(mutex_);
    if (is_stopped_) return;
    outdated.swap(open_);
  }
  for (const auto& [id, open] : outdated) open.project->stop();
  if (!options_.own || !outdated.contains(options_.own->project_id)) return;
  // The next call reports projects that cannot be opened with the new settings.
  if (const auto again = hosted(*options_.own)) (*again)->start();
}

bool ProjectHost::is_stopped() const {
  const std::lock_guard lock(mutex_);
  return is_stopped_;
}

void ProjectHost::shutdown() {
  std::vector<std::shared_ptr<HostedProject>> all;
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    for (auto& [id, open] : open_) all.push_back(open.project);
  }
  for (const auto& project : all) project->stop();
}

}  // namespace codeweaver::service
