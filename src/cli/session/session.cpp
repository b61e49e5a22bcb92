// Session: loads settings and finds the project of a command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/session.hpp"

#include <algorithm>
#include <iostream>
#include <utility>

#include "base/advice.hpp"
#include "base/joined.hpp"
#include "base/try.hpp"
#include "cli/session/ask_program.hpp"
#include "cli/session/pdf_reader.hpp"
#include "cli/session/remedy_command.hpp"
#include "codeweaver/error_codes.hpp"
#include "document/read_apart.hpp"
#include "opening/query_node.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

bool is_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

bool is_within(const std::filesystem::path& path, const std::filesystem::path& outer) {
  return std::mismatch(outer.begin(), outer.end(), path.begin(), path.end()).first == outer.end();
}

/// Whether the text can only be a folder, not a project ID.
bool looks_like_path(const std::string& text) {
  return text.find('/') != std::string::npos || text == "." || text == "..";
}

std::string listed(const std::vector<Project>& known) {
  std::string out;
  for (const auto& project : known) out += (out.empty() ? "" : ", ") + project.project_id;
  return out.empty() ? "none" : out;
}

Error no_project(const std::vector<Project>& known) {
  return {
      ErrorCategory::kNotFound,
      error_code::kNoProject,
      "No project was given, and the working directory is not in a project",
      "choosing a project",
      "Give --project with a folder or an ID (known: " + listed(known) + "), or index the folder",
      RemedyKind::kIndex};
}

}  // namespace

Session::Session(CommonOptions options, settings::Environment environment,
                 std::filesystem::path working_directory, const Streams& streams,
                 std::stop_token stop)
    : options_(std::move(options)),
      environment_(std::move(environment)),
      working_directory_(std::move(working_directory)),
      streams_(streams),
      stop_(std::move(stop)),
      opener_(std::make_shared<opening::WorkspaceOpener>(
          opening::SettingsSources{environment_, options_.config_file, options_.env_file,
                                   options_.overrides,
                                   [&streams] { return own_pdf_reader(streams); }},
          options_.debug ? &streams.err : nullptr)),
      user_settings_(opener_->settings()) {
  document::set_document_reader(own_document_reader(streams));
}

Result<std::filesystem::path> Session::data_dir() const {
  return user_settings_ ? opener_->data_dir(user_settings_->settings) : user_settings_.error();
}

Result<ProjectRegistry> Session::registry() const {
  if (!can(Feature::kIndexing)) return unsupported_in_store(Feature::kIndexing);
  CODEWEAVER_ASSIGN(auto folder, data_dir());
  ProjectRegistry registry(folder);
  if (const auto repaired = registry.repair())
    streams_.err << styled(streams_, Style::kWarning, "Warning: ") << *repaired << '\n';
  return registry;
}

Result<Project> Session::resolve_project(const std::filesystem::path& folder) const {
  auto own = own_project(folder);
  if (own || own.error().code != error_code::kNoProject) return own;
  CODEWEAVER_ASSIGN(const auto registry, this->registry());
  CODEWEAVER_ASSIGN(auto all, registry.list());
  return all.size() == 1 ? all.front() : std::move(own);
}

Result<std::optional<std::string>> Session::named_project_of_store() const {
  if (!options_.project.empty()) return std::optional(options_.project);
  if (!user_settings_) return user_settings_.error();
  const auto& id = user_settings_->settings.codeweaver.project_id;
  if (!id.empty()) return std::optional(id);
  return outside_project();
}

bool Session::can(Feature feature) const noexcept {
  const bool is_in_store = user_settings_ && user_settings_->settings.search.from_store;
  return !is_in_store || feature == Feature::kLookups;
}

Result<Project> Session::project_to_search(const std::string& id) const {
  if (can(Feature::kIndexing)) {
    if (id.empty()) return resolve_project();
    CODEWEAVER_ASSIGN(const auto registry, this->registry());
    return registry.find(id);
  }
  if (!id.empty()) return opening::store_project(id);
  CODEWEAVER_ASSIGN(const auto named, named_project_of_store());
  if (named) return opening::store_project(*named);
  CODEWEAVER_ASSIGN(auto known, store_projects());
  if (known.size() == 1) return std::move(known.front());
  return Error{ErrorCategory::kNotFound, error_code::kNoProject,
               "No project of the store was given", "choosing a project",
               "Give --project with the ID of an indexed project (known: " + listed(known) + ")."};
}

Result<std::vector<Project>> Session::store_projects() const {
  if (!user_settings_) return user_settings_.error();
  const auto end = settings::end_of_lookup(user_settings_->settings, 0);
  return opener_->store_projects(call().until(end));
}

Result<std::vector<Project>> Session::projects_to_search() const {
  if (!can(Feature::kIndexing)) return store_projects();
  CODEWEAVER_ASSIGN(const auto registry, this->registry());
  return registry.list();
}

Result<std::optional<std::string>> Session::chosen_project() const {
  if (!can(Feature::kIndexing)) return named_project_of_store();
  CODEWEAVER_ASSIGN(const auto registry, this->registry());
  return registry.active();
}

Result<Project> Session::own_project(const std::filesystem::path& folder) const {
  CODEWEAVER_ASSIGN(const auto registry, this->registry());
  if (!folder.empty()) return registry.project_at(working_directory_ / folder);
  CODEWEAVER_ASSIGN(auto named, named_project(registry));
  if (named) return std::move(*named);

  CODEWEAVER_ASSIGN(auto known, registry.containing(working_directory_));
  if (known) return std::move(*known);
  if (const auto marked = marked_folder(working_directory_); !marked.empty())
    return registry.project_at(marked);
  CODEWEAVER_ASSIGN(auto active, active_project(registry));
  if (active) return registry.find(*active);
  if (is_own_folder(working_directory_)) return registry.project_at(working_directory_);
  CODEWEAVER_ASSIGN(const auto all, registry.list());
  return no_project(all);
}

Result<Project> Session::project_of(const std::filesystem::path& place) const {
  CODEWEAVER_ASSIGN(const auto registry, this->registry());
  CODEWEAVER_ASSIGN(auto named, named_project(registry));
  if (named) return std::move(*named);
  CODEWEAVER_ASSIGN(auto known, registry.containing(place));
  if (known) return std::move(*known);
  const auto folder = is_folder(place) ? place : place.parent_path();
  if (const auto marked = marked_folder(folder); !marked.empty())
    return registry.project_at(marked);
  std::error_code error;
  const auto here = std::filesystem::weakly_canonical(working_directory_, error);
  if (is_own_folder(here) && is_within(place, here)) return registry.project_at(here);
  if (is_own_folder(std::filesystem::weakly_canonical(folder, error)))
    return registry.project_at(folder);
  return Error{ErrorCategory::kNotFound, error_code::kNoProject,
               folder.string() + " is the home folder or a system folder, and not a project",
               "choosing the project of " + place.string(),
               "Index it first if you mean all of it: codeweaver index " + folder.string()};
}

Result<Project> Session::register_project(const Project& project) const {
  CODEWEAVER_ASSIGN(auto registry, this->registry());
  CODEWEAVER_ASSIGN(const auto known, registry.list());
  // A known project can be searched even if its folder was deleted.
  if (std::ranges::find(known, project) != known.end()) return project;
  // An ID that the user gave is also the display name. An ID made from the folder is not.
  const auto unnamed = registry.project_at(project.root);
  const bool is_named = !unnamed || unnamed->project_id != project.project_id;
  return registry.add(project.root, is_named ? project.project_id : std::string());
}

Result<bool> Session::is_registered(const Project& project) const {
  CODEWEAVER_ASSIGN(const auto registry, this->registry());
  CODEWEAVER_ASSIGN(const auto known, registry.list());
  return std::ranges::find(known, project.root, &Project::root) != known.end();
}

std::filesystem::path Session::marked_folder(const std::filesystem::path& place) const {
  const auto home = home_folder();
  for (auto folder = place; folder.has_relative_path(); folder = folder.parent_path()) {
    std::error_code ignored;
    if (folder == home && folder != place) break;  // a home folder is rarely one project
    if (std::filesystem::exists(folder / ".git", ignored) || is_folder(folder / ".codeweaver"))
      return folder;
  }
  return {};
}

bool Session::is_own_folder(const std::filesystem::path& folder) const {
  constexpr const char* kOfSystem[] = {"/bin",  "/boot", "/dev",  "/etc", "/lib", "/lib64", "/opt",
                                       "/proc", "/run",  "/sbin", "/sys", "/usr", "/var"};
  return folder.has_relative_path() && !is_within(home_folder(), folder) &&
         !is_within("/tmp", folder) &&
         std::ranges::none_of(kOfSystem, [&](const char* one) { return is_within(folder, one); });
}

/// Returns the project that --project or the settings name; nullopt: neither does.
Result<std::optional<Project>> Session::named_project(const ProjectRegistry& registry) const {
  const auto as_optional = [](Result<Project> project) -> Result<std::optional<Project>> {
    if (!project) return project.error();
    return std::optional(std::move(*project));
  };
  if (!options_.project.empty()) {
    const auto path = working_directory_ / options_.project;
    if (looks_like_path(options_.project)) return as_optional(registry.project_at(path));
    auto by_id = registry.find(options_.project);
    if (!by_id && is_folder(path)) return as_optional(registry.project_at(path));
    return as_optional(std::move(by_id));
  }
  if (!user_settings_) return user_settings_.error();
  const auto& general = user_settings_->settings.codeweaver;
  if (general.project_path.empty()) return std::optional<Project>{};
  return as_optional(
      registry.project_at(working_directory_ / general.project_path, general.project_id));
}

Result<std::optional<std::string>> Session::outside_project() const {
  CODEWEAVER_ASSIGN(const auto now, opener_->settings());
  const auto& general = now.settings.codeweaver;
  if (!general.active_project.empty()) return std::optional(general.active_project);
  if (general.active_project_command.empty()) return std::optional<std::string>{};
  CODEWEAVER_ASSIGN(auto answer, ask_program(general.active_project_command, environment_));
  if (answer.empty()) return std::optional<std::string>{};
  return std::optional(std::move(answer));
}

std::filesystem::path Session::home_folder() const {
  const auto home = environment_.find("HOME");
  return home == environment_.end() ? std::string() : home->second;
}

/// The settings take precedence over `projects use`. They are read only here, at the end, because
/// they may run a program, and everything else must work without it.
Result<std::optional<std::string>> Session::active_project(const ProjectRegistry& registry) const {
  auto outside = outside_project();
  if (!outside || *outside) return outside;
  return registry.active();
}

Result<opening::Opened> Session::open_to_search(const Project& project) {
  // Errors from here on are about this folder.
  if (!project.root.empty()) options_.project = project.root.string();
  CODEWEAVER_ASSIGN(auto opened, opener_->open(project, opening::Opening::kForOneCommand, call()));
  effective_ = opened.effective;
  return opened;
}

Result<CodeWeaver> Session::open(const Project& project) {
  CODEWEAVER_ASSIGN(auto opened, open_to_search(project));
  return opening::workspace_of(std::move(opened));
}

Result<CodeWeaver> Session::open(std::string_view id) {
  CODEWEAVER_ASSIGN(auto list, registry());
  const auto project = list.find(id);
  return project ? open(*project) : project.error();
}

int Session::fail(const Error& error) const {
  streams_.err << styled(streams_, Style::kError, "Error: ") << printable(error.cause) << '\n';
  if (!error.context.empty()) streams_.err << "  while " << printable(error.context) << '\n';
  if (!error.action.empty())
    streams_.err << "  " << printable(base::advice(error, command_for(error, options_.project)))
                 << '\n';
  return kFailed;
}

}  // namespace codeweaver::cli
