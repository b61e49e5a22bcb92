// Session: what every command needs: settings, projects, the opened workspace.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/workspace.hpp"
#include "opening/workspace_opener.hpp"
#include "settings/environment.hpp"
#include "settings/load.hpp"

namespace codeweaver::cli {

/// Options that all commands share.
struct CommonOptions {
  std::string project;                 ///< a folder or a project id; empty: found as documented
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
  /// Reads the user's settings.
  Session(CommonOptions options, settings::Environment environment,
          std::filesystem::path working_directory, const Streams& streams);

  const Streams& streams() const noexcept { return streams_; }
  const CommonOptions& options() const noexcept { return options_; }
  const settings::Environment& environment() const noexcept { return environment_; }
  const std::filesystem::path& working_directory() const noexcept { return working_directory_; }

  /// Settings without those of a project, or why they cannot be read.
  const Result<settings::EffectiveSettings>& user_settings() const noexcept {
    return user_settings_;
  }
  /// Settings with those of a project's folder and of its index, as far as it has them.
  Result<settings::EffectiveSettings> load_settings(const Project& project) const {
    return opener_->settings(project);
  }
  /// What opens projects as this does, also on other threads.
  const std::shared_ptr<const opening::WorkspaceOpener>& opener() const noexcept { return opener_; }
  /// The list of projects in the data directory. A damaged one is repaired, which is told. Errors:
  /// those of data_dir(); kUnsupported "QUERY_NODE": such a machine has none.
  Result<ProjectRegistry> registry() const;
  /// Where indexes lie. Errors: those of user_settings() and WorkspaceOpener::data_dir().
  Result<std::filesystem::path> data_dir() const;

  /// The project this command is about; nothing is registered. The first that applies:
  /// - `folder`, where it is not empty;
  /// - --project (a folder or an id), then `project_path` of the settings;
  /// - the innermost known project that holds the working directory, or the nearest repository that
  ///   does, whichever is further in;
  /// - the active project: `active_project` or `active_project_command` of the settings, else the
  ///   one chosen last;
  /// - the working directory itself, unless it holds all sorts of things, such as the home folder;
  /// - the only known project.
  /// Errors: kNotFound "PATH_NOT_FOUND", "PROJECT_NOT_FOUND", "NO_PROJECT" (lists the known ids);
  /// those of ask_program().
  Result<Project> resolve_project(const std::filesystem::path& folder = {}) const;
  /// The same without the last resort, the only known one.
  Result<Project> own_project(const std::filesystem::path& folder = {}) const;
  /// The same for a file or folder that the user named: --project, else the known project that
  /// holds it, else the repository or the folder that does.
  Result<Project> project_of(const std::filesystem::path& place) const;
  /// The resolved project, registered if it was not. Only commands that index call this. Errors:
  /// those of ProjectRegistry::add().
  Result<Project> register_project(const Project& project) const;
  /// Whether the list of projects has it.
  Result<bool> is_registered(const Project& project) const;

  /// Whether this machine asks the store alone, as search.from_store says. Where settings cannot be
  /// read it does not; registry() and what goes through it then tell why.
  bool is_query_node() const noexcept {
    return user_settings_ && user_settings_->settings.search.from_store;
  }
  /// The project of the store that this command is about: --project, `project_id` of the settings,
  /// what `active_project` or `active_project_command` say, the only one there is. Errors:
  /// kNotFound "NO_PROJECT" (lists the ids); those of WorkspaceOpener::store_projects() and of
  /// ask_program().
  Result<std::string> project_of_store() const;
  /// The same where something names it; nullopt: nothing does.
  Result<std::optional<std::string>> named_project_of_store() const;

  /// The id that `active_project` or `active_project_command` of the settings gives; nullopt:
  /// neither does. Settings are read again, as a server asks while it runs. Errors: those of
  /// WorkspaceOpener::settings() and ask_program().
  Result<std::optional<std::string>> outside_project() const;
  /// Of the user; empty: the environment does not say.
  std::filesystem::path home_folder() const;

  /// Opens the project with its settings; keeps settings() and their warnings.
  Result<CodeWeaver> open(const Project& project);
  /// The same of a known project, by its id. Errors: also kNotFound "PROJECT_NOT_FOUND".
  Result<CodeWeaver> open(std::string_view id);
  /// The same on a query node: a project of the store, where `id` is empty that of
  /// project_of_store(). Errors: those of it and of WorkspaceOpener::open_store().
  Result<opening::OpenedStore> open_store(std::string id = {});
  const settings::EffectiveSettings& effective() const { return *effective_; }

  /// Prints "Error: cause", context and action to stderr. Returns the exit code: 1.
  int fail(const Error& error) const;

 private:
  /// Whether nobody but its user put anything into a folder.
  bool is_own_folder(const std::filesystem::path& folder) const;
  /// The innermost folder at or above `place` that is a repository or keeps an index; empty: none.
  std::filesystem::path marked_folder(const std::filesystem::path& place) const;
  Result<std::optional<Project>> named_project(const ProjectRegistry& registry) const;
  Result<std::optional<std::string>> active_project(const ProjectRegistry& registry) const;

  CommonOptions options_;
  settings::Environment environment_;
  std::filesystem::path working_directory_;
  const Streams& streams_;
  std::shared_ptr<const opening::WorkspaceOpener> opener_;
  Result<settings::EffectiveSettings> user_settings_;
  std::optional<settings::EffectiveSettings> effective_;
};

/// Exit codes.
inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

}  // namespace codeweaver::cli
