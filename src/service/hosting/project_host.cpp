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

Error opening_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled,
          "The wait for another call that opens the same project was stopped", "opening a project",
          "Try again."};
}

bool is_same_place(const Project& a, const Project& b) {
  return a.root == b.root && a.state_dir == b.state_dir && a.tree == b.tree;
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

Result<std::shared_ptr<ProjectHost>> ProjectHost::start(HostOptions options,
                                                        const CallContext& call) {
  auto host = std::make_shared<ProjectHost>(std::move(options));
  CODEWEAVER_TRY(host->begin(call));
  return host;
}

Result<void> ProjectHost::begin(const CallContext& call) {
  if (!options_.own) return {};
  CODEWEAVER_ASSIGN(const auto own, hosted(*options_.own, call));
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

Result<std::vector<Project>> ProjectHost::list(const CallContext& call) const {
  return options_.store_projects ? options_.store_projects(call) : options_.registry.list();
}

Result<Project> ProjectHost::find(std::string_view id, const CallContext& call) const {
  if (!options_.store_projects) return options_.registry.find(id);
  CODEWEAVER_ASSIGN(const auto known, list(call));
  const auto found = std::ranges::find(known, id, &Project::project_id);
  if (found != known.end()) return *found;
  return Error{ErrorCategory::kNotFound, error_code::kProjectNotFound,
               "The store has no project '" + std::string(id) + "'", "choosing a project",
               "Give one of: " + ids_of(known) + '.'};
}

Result<std::string> ProjectHost::implied_id(std::span<const std::filesystem::path> folders,
                                            const CallContext& call) const {
  if (options_.active_from_outside) {
    CODEWEAVER_ASSIGN(auto outside, options_.active_from_outside());
    if (outside && !outside->empty()) return std::move(*outside);
  }
  if (!can(Feature::kIndexing)) {
    if (options_.own) return options_.own->project_id;
    CODEWEAVER_ASSIGN(const auto known, list(call));
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
  CODEWEAVER_ASSIGN(const auto known, list(call));
  if (known.size() == 1) return known.front().project_id;  // the only project
  return no_project(known);
}

Result<std::shared_ptr<HostedProject>> ProjectHost::resolve(
    std::string_view project_id, std::span<const std::filesystem::path> folders,
    const CallContext& call) {
  std::string id(project_id);
  if (id.empty()) {
    CODEWEAVER_ASSIGN(auto implied, implied_id(folders, call));
    id = std::move(implied);
  }
  if (!can(Feature::kIndexing)) {
    if (const auto known = open_one(id)) return known;
  } else if (id.starts_with('/')) {  // the path of a folder, or of something in it
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(id, error);
    CODEWEAVER_ASSIGN(auto holding, options_.registry.containing(real));
    if (holding) return hosted(*holding, call);
  }
  const auto project = find(id, call);
  if (project) return hosted(*project, call);
  if (project.error().code == error_code::kProjectNotFound) take_out(id);
  return project.error();
}

Result<std::shared_ptr<HostedProject>> ProjectHost::reopen(const Project& project,
                                                           const CallContext& call) const {
  CODEWEAVER_ASSIGN(auto opened, options_.open(project, call));
  return std::make_shared<HostedProject>(std::move(opened), metrics_);
}

std::shared_ptr<HostedProject> ProjectHost::open_one(std::string_view project_id) {
  const std::lock_guard lock(mutex_);
  const auto found = is_stopped_ ? open_.end() : open_.find(project_id);
  if (found == open_.end()) return nullptr;
  found->second.last_use = ++uses_;
  return found->second.project;
}

Result<std::shared_ptr<HostedProject>> ProjectHost::hosted(const Project& project,
                                                           const CallContext& call) {
  for (;;) {
    std::shared_ptr<HostedProject> outdated;  // closed after the lock is released
    std::unique_lock lock(mutex_);
    const auto is_free = [&] { return !opening_.contains(project.project_id); };
    if (!opened_.wait(lock, call.stop, is_free)) return opening_stopped();
    if (is_stopped_) return host_stopping();
    if (const auto known = open_.find(project.project_id); known != open_.end()) {
      known->second.last_use = ++uses_;
      if (is_same_place(known->second.project->project(), project)) return known->second.project;
      outdated = std::move(known->second.project);
      open_.erase(known);
    }
    const auto closed = closed_;
    opening_.insert(project.project_id);
    lock.unlock();  // a service that the project needs may not answer for seconds
    const EndOfOpening end{*this, project.project_id};
    auto made = reopen(project, call);
    if (!made) return made;
    const std::lock_guard again(mutex_);
    if (is_stopped_) return host_stopping();
    if (closed != closed_) continue;  // the settings may have changed meanwhile
    open_[project.project_id] = {*made, ++uses_};
    make_room();
    return made;
  }
}

ProjectHost::EndOfOpening::~EndOfOpening() {
  const std::lock_guard lock(host.mutex_);
  host.opening_.erase(id);
  host.opened_.notify_all();
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
  ++closed_;
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
                                                                std::string_view project_id,
                                                                const CallContext& call) {
  const auto added = add(folder, project_id, {});
  return added ? hosted(added->project, call) : added.error();
}

void ProjectHost::reload() {
  std::map<std::string, Open, std::less<>> outdated;
  {
    const std::lock_guard lock(mutex_);
    if (is_stopped_) return;
    outdated.swap(open_);
    ++closed_;
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
