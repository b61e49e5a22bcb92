// ProjectHost: the projects of one service; opens, selects and closes them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/workspace.hpp"
#include "service/hosting/hosted_project.hpp"
#include "service/hosting/page_access.hpp"
#include "service/hosting/project_roots.hpp"
#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// Error code of a host without a token that refuses changes.
inline constexpr std::string_view kTokenRequired = "TOKEN_REQUIRED";
/// Error code if a page's code cannot be exchanged for a token.
inline constexpr std::string_view kCodeRefused = "CODE_REFUSED";

struct HostOptions {
  ProjectRegistry registry;
  OpenProject open;
  /// The id of the active project if something outside this host chooses it; else nullopt.
  std::function<Result<std::optional<std::string>>()> active_from_outside{};
  std::optional<Project> own{};  ///< the project that the service was started for
  /// The folder that the service was started in, if it is not a project. Callers without folders
  /// work there. Empty: none.
  std::filesystem::path folder{};
  std::vector<std::filesystem::path> roots{};  ///< folders that calls may use
  std::shared_ptr<Logger> logger{};            ///< null: silent
  FirstRun first_run = FirstRun::kAuto;        ///< of `own`
  bool is_own_named = false;                   ///< `own` was named, so callers' folders are ignored
  /// The error for calls that change something; unset: they are allowed.
  std::optional<Error> refuses_changes{};
  /// Its token allows changes in spite of refuses_changes; null: no token does.
  std::shared_ptr<PageAccess> page{};
  /// Makes the model for ask() from settings; unset: there is none.
  std::function<Result<std::shared_ptr<const AnswerModel>>(const Settings&)> answer_model{};
  /// Lists the projects of a store, by id. Set: this is a query node; it searches only these
  /// projects, and does not use `registry`.
  std::function<Result<std::vector<Project>>(const CallContext&)> store_projects{};
};

/// Thread safety: all members may be called concurrently.
class ProjectHost {
 public:
  /// The number of projects kept open. Above it, unused projects are closed, least recently used
  /// first.
  static constexpr std::size_t kMostOpen = 64;

  /// Makes a host and calls begin(). Errors: those of begin().
  static Result<std::shared_ptr<ProjectHost>> start(HostOptions options,
                                                    const CallContext& call = {});
  explicit ProjectHost(HostOptions options);
  ~ProjectHost();  ///< shutdown()
  ProjectHost(const ProjectHost&) = delete;
  ProjectHost& operator=(const ProjectHost&) = delete;

  /// Opens `own`, indexes it in the background and watches it, as its settings say. Call it once.
  /// Errors: those of opening it.
  Result<void> begin(const CallContext& call = {});

  /// The project with that id, opened if necessary. An empty id means the first of:
  /// 1. the project that active_from_outside returns;
  /// 2. the active project, if it was chosen since the host started;
  /// 3. the project of the caller's folders (missing folders, and folders that contain projects,
  ///    are ignored);
  /// 4. `own`, or the project of HostOptions::folder;
  /// 5. the active project.
  /// Errors: kNotFound "PROJECT_NOT_FOUND", "NO_PROJECT" (both list the known ids, or name the
  /// caller's folder that is not a project); those of opening it and of active_from_outside.
  Result<std::shared_ptr<HostedProject>> resolve(
      std::string_view project_id = {}, std::span<const std::filesystem::path> folders = {},
      const CallContext& call = {});
  /// The project of a folder, which must be within the roots or be the root of `own`. A new project
  /// is registered as `project_id` (empty: made from the folder's name); a known project keeps its
  /// id. Errors: those of ProjectRoots::resolve(), ProjectRegistry::add() and of opening it.
  Result<std::shared_ptr<HostedProject>> open_folder(const std::filesystem::path& folder,
                                                     std::string_view project_id = {},
                                                     const CallContext& call = {});

  /// One answer from one or several open projects, counted as one search. Calls
  /// HostedProject::search() for one project and search_projects() for several; starts the first
  /// run of projects without an index. `projects` must not be empty. Errors: those of these calls.
  Result<FindCodeResponseSummary> search(std::span<const std::shared_ptr<HostedProject>> projects,
                                         std::string_view query, const SearchOptions& options,
                                         const CallContext& call = {});

  /// All projects of the registry, or of the store on a query node. Errors: those of either.
  Result<std::vector<Project>> list(const CallContext& call = {}) const;
  /// Errors: also kNotFound "PROJECT_NOT_FOUND".
  Result<Project> find(std::string_view id, const CallContext& call = {}) const;
  /// The features of its projects that do not depend on the project.
  bool can(Feature feature) const noexcept {
    return options_.store_projects == nullptr || feature == Feature::kLookups;
  }
  /// The id that resolve() uses for an empty id. Errors: as resolve().
  Result<std::string> implied_id(std::span<const std::filesystem::path> folders = {},
                                 const CallContext& call = {}) const;
  /// Whether resolve() considers the folders of a caller.
  bool follows_client_roots() const noexcept {
    return !options_.is_own_named && can(Feature::kIndexing);
  }
  /// The folder to index if the caller names none: the first of its folders that is not a project
  /// yet, else the root of its project. Errors: as resolve().
  Result<std::filesystem::path> folder_to_index(
      std::span<const std::filesystem::path> folders) const;
  struct Added {
    Project project;
    bool is_new = true;
  };
  /// Registers a folder like open_folder(), without opening it. An empty display name means the
  /// folder's name. A known project keeps its id and name, whatever is given.
  Result<Added> add(const std::filesystem::path& folder, std::string_view project_id,
                    std::string_view display_name);
  /// Each returns the project. Errors: kNotFound "PROJECT_NOT_FOUND"; rename() also
  /// kInvalidArgument "INVALID_DISPLAY_NAME".
  Result<Project> rename(std::string_view project_id, std::string_view display_name);
  Result<Project> set_active(std::string_view project_id);
  /// Ends the project's runs and removes it from the registry; deletes its index unless keep_index.
  Result<Project> remove(std::string_view project_id, bool keep_index);
  /// Changes settings stored with the project, each "section.key=value", and reopens the project.
  /// On an error nothing is changed. Errors: those of settings::change_project_settings() and of
  /// opening it.
  Result<Project> change_settings(std::string_view project_id,
                                  const std::vector<std::string>& assignments,
                                  const CallContext& call = {});

  /// The model that answers questions about a project. Errors: those of HostOptions::answer_model;
  /// kUnsupported "PROVIDER_NOT_AVAILABLE".
  Result<std::shared_ptr<const AnswerModel>> answer_model(const HostedProject& project) const;

  const std::optional<Project>& own() const noexcept { return options_.own; }
  /// The error for calls with `token` that change something; nullopt: they are allowed. A query
  /// node refuses all of them.
  std::optional<Error> refuses_changes(std::string_view token = {}) const;
  /// The same for calls that send code to a remote service.
  std::optional<Error> refuses_sending(std::string_view token) const;
  /// Null if the server opened no page.
  const std::shared_ptr<PageAccess>& page() const noexcept { return options_.page; }
  const ProjectRoots& roots() const noexcept { return roots_; }
  const Metrics& metrics() const noexcept { return *metrics_; }
  Metrics& metrics() noexcept { return *metrics_; }
  const std::shared_ptr<Logger>& logger() const noexcept { return options_.logger; }

  /// Reopens all open projects with the current settings. Running searches finish with the old
  /// settings; index runs leave a checkpoint.
  void reload();
  /// Ends all runs and watches, and waits for them. Runs leave a checkpoint.
  void shutdown();
  bool is_stopped() const;

 private:
  struct Open {
    std::shared_ptr<HostedProject> project;
    std::uint64_t last_use = 0;
  };
  /// Lets waiting calls continue when a project is open, or could not be opened.
  struct EndOfOpening {
    ProjectHost& host;
    std::string id;
    ~EndOfOpening();
  };
  Result<std::shared_ptr<HostedProject>> reopen(const Project& project,
                                                const CallContext& call) const;
  /// Null if it is not open.
  std::shared_ptr<HostedProject> open_one(std::string_view project_id);
  Result<bool> can_be_project(const std::filesystem::path& folder) const;
  /// The id of the project that contains HostOptions::folder. Errors: kNotFound "NO_PROJECT".
  Result<std::string> id_of_start() const;
  Result<std::optional<std::string>> id_of_caller(
      std::span<const std::filesystem::path> folders) const;
  Result<std::filesystem::path> allowed(const std::filesystem::path& folder) const;
  Result<std::shared_ptr<HostedProject>> hosted(const Project& project,
                                                const CallContext& call = {});
  std::shared_ptr<HostedProject> take_out(std::string_view project_id);
  void make_room();
  bool is_own(const Project& project) const {
    return options_.own && options_.own->project_id == project.project_id;
  }

  HostOptions options_;
  ProjectRoots roots_;
  std::shared_ptr<Metrics> metrics_ = std::make_shared<Metrics>();
  std::string active_at_start_;

  std::mutex adding_;  // serializes add(): the second call for a folder finds the project
  mutable std::mutex mutex_;
  std::map<std::string, Open, std::less<>> open_;  // by id; guarded by mutex_, like all below
  std::set<std::string, std::less<>> opening_;     // projects that a call opens without the lock
  std::condition_variable_any opened_;             // an element of opening_ was removed
  std::uint64_t uses_ = 0;
  std::uint64_t closed_ = 0;  // how often projects were closed because of a change
  bool has_chosen_ = false;   // set_active() was called
  bool is_stopped_ = false;
};

}  // namespace codeweaver::service
