// Session: settings, projects and the opened workspace of one command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/render/terminal.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/searchable.hpp"
#include "codeweaver/workspace.hpp"
#include "opening/workspace_opener.hpp"
#include "settings/environment.hpp"
#include "settings/load.hpp"

namespace codeweaver::cli {

/// Options that all commands share.
struct CommonOptions {
  std::string project;                 ///< a folder or a project ID; empty: see resolve_project()
  std::filesystem::path config_file;   ///< --config
  std::filesystem::path env_file;      ///< --env-file
  std::vector<std::string> overrides;  ///< --set section.key=value
  bool debug = false;
  bool may_page = true;                          ///< without --no-pager
  Use colours = Use::kAuto, links = Use::kAuto;  ///< --color, --hyperlinks
};

/// One invocation of the program.
class Session {
 public:
  /// Reads the user's settings. A stop ends requests that open a project.
  Session(CommonOptions options, settings::Environment environment,
          std::filesystem::path working_directory, const Streams& streams,
          std::stop_token stop = {});

  const Streams& streams() const noexcept { return streams_; }
  const CommonOptions& options() const noexcept { return options_; }
  const settings::Environment& environment() const noexcept { return environment_; }
  const std::filesystem::path& working_directory() const noexcept { return working_directory_; }

  /// Returns the context of this command's calls of services: a user waits for them, and a stop of
  /// the command ends them.
  CallContext call() const { return CallContext(stop_).awaited(); }

  /// Returns the settings without the settings of a project, or the error of reading them.
  const Result<settings::EffectiveSettings>& user_settings() const noexcept {
    return user_settings_;
  }
  /// Returns the settings with the settings in a project's folder and of its index.
  Result<settings::EffectiveSettings> load_settings(const Project& project) const {
    return opener_->settings(project);
  }
  /// Returns the object that opens projects for this session. Other threads may use it, too.
  const std::shared_ptr<const opening::WorkspaceOpener>& opener() const noexcept { return opener_; }
  /// Returns the list of projects in the data directory. Repairs a damaged list and prints a
  /// warning. Errors: errors of data_dir(); kUnsupported "QUERY_NODE" on a query node.
  Result<ProjectRegistry> registry() const;
  /// Returns the folder of the indexes. Errors: errors of user_settings() and
  /// WorkspaceOpener::data_dir().
  Result<std::filesystem::path> data_dir() const;

  /// Finds the project of this command without registering it. The first rule that applies:
  /// - `folder`, if it is not empty;
  /// - --project (a folder or an ID), then `project_path` of the settings;
  /// - the innermost known project that contains the working directory, unless a git repository
  ///   inside that project contains it;
  /// - the nearest repository, or folder with a .codeweaver folder, that contains it;
  /// - the active project: `active_project` or `active_project_command` of the settings, else the
  ///   project of the last `projects use`;
  /// - the working directory itself, except for system folders, /tmp and the home folder;
  /// - the only known project.
  /// Errors: kNotFound "PATH_NOT_FOUND", "PROJECT_NOT_FOUND", "NO_PROJECT" (lists the known IDs);
  /// errors of ask_program().
  Result<Project> resolve_project(const std::filesystem::path& folder = {}) const;
  /// Like resolve_project(), without the last rule (the only known project).
  Result<Project> own_project(const std::filesystem::path& folder = {}) const;
  /// Finds the project of a file or folder that the user named: --project, else the known project
  /// that contains it, else the repository or folder that contains it.
  Result<Project> project_of(const std::filesystem::path& place) const;
  /// Registers the project if it is not registered yet, and returns it. Only commands that index
  /// call this. Errors: errors of ProjectRegistry::add().
  Result<Project> register_project(const Project& project) const;
  /// Whether the project is in the list of projects.
  Result<bool> is_registered(const Project& project) const;

  /// The features of its projects that do not depend on the project: without search.from_store, all
  /// of them. Also if the settings cannot be read; registry() then returns the error.
  bool can(Feature feature) const noexcept;
  /// Finds the project to search without registering it. With kIndexing: the one with this ID;
  /// empty: resolve_project(). Else a project of the store. Its ID is the first of: `id`,
  /// --project, `project_id`, `active_project` or `active_project_command` of the settings, and the
  /// only one in the store. Errors: kNotFound "NO_PROJECT" (lists the IDs); errors of
  /// resolve_project(), ProjectRegistry::find(), WorkspaceOpener::store_projects() and
  /// ask_program().
  Result<Project> project_to_search(const std::string& id = {}) const;
  /// Returns the projects of the store, by ID, within search.deadline_ms. Errors: those of
  /// WorkspaceOpener::store_projects(); kCancelled.
  Result<std::vector<Project>> store_projects() const;
  /// Returns the projects to search, by ID: those of registry() or of the store.
  Result<std::vector<Project>> projects_to_search() const;
  /// Returns the ID that project_to_search() uses in every folder; nullopt: there is none.
  Result<std::optional<std::string>> chosen_project() const;

  /// Returns the ID from `active_project` or `active_project_command` of the settings; nullopt:
  /// neither is set. Reads the settings again, because a server calls this while it runs. Errors:
  /// errors of WorkspaceOpener::settings() and ask_program().
  Result<std::optional<std::string>> outside_project() const;
  /// Returns the value of HOME; empty: not set.
  std::filesystem::path home_folder() const;

  /// Opens a project to index it. effective() returns its settings afterwards. Errors: also
  /// kUnsupported "QUERY_NODE".
  Result<CodeWeaver> open(const Project& project);
  /// Opens a known project by its ID. Errors: also kNotFound "PROJECT_NOT_FOUND".
  Result<CodeWeaver> open(std::string_view id);
  /// Opens a project to search it. effective() returns its settings afterwards.
  Result<opening::Opened> open_to_search(const Project& project);
  const settings::EffectiveSettings& effective() const { return *effective_; }

  /// Prints "Error: CAUSE", "  while CONTEXT" and "  ACTION" to stderr. Returns exit code 1.
  int fail(const Error& error) const;

 private:
  /// The ID of the store's project that an option or setting names; nullopt: none does.
  Result<std::optional<std::string>> named_project_of_store() const;
  /// Whether a folder can be a project although it is neither known nor a repository: it is not a
  /// system folder, not /tmp, and does not contain the home folder.
  bool is_own_folder(const std::filesystem::path& folder) const;
  /// Returns the innermost folder at or above `place` with .git or .codeweaver in it; empty: none.
  std::filesystem::path marked_folder(const std::filesystem::path& place) const;
  Result<std::optional<Project>> named_project(const ProjectRegistry& registry) const;
  Result<std::optional<std::string>> active_project(const ProjectRegistry& registry) const;

  CommonOptions options_;
  settings::Environment environment_;
  std::filesystem::path working_directory_;
  const Streams& streams_;
  std::stop_token stop_;
  std::shared_ptr<const opening::WorkspaceOpener> opener_;
  Result<settings::EffectiveSettings> user_settings_;
  std::optional<settings::EffectiveSettings> effective_;
};

/// Exit codes.
inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

}  // namespace codeweaver::cli
