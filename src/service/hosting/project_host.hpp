// ProjectHost: the projects of one service: which are open, which one is meant, and their life.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/workspace.hpp"
#include "service/hosting/hosted_project.hpp"
#include "service/hosting/page_access.hpp"
#include "service/hosting/project_roots.hpp"
#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// Code of the error that a host without a token refuses changes with.
inline constexpr std::string_view kTokenRequired = "TOKEN_REQUIRED";
/// Code of the error that a code is refused with, which was to be exchanged for a token.
inline constexpr std::string_view kCodeRefused = "CODE_REFUSED";

/// The projects of a store, on a query node.
struct StoreProjects {
  std::function<Result<std::vector<std::string>>()> list;  ///< ids
  std::function<Result<opening::OpenedStore>(const std::string& project_id)> open;
};

struct HostOptions {
  ProjectRegistry registry;
  OpenProject open;
  /// The id of the active project where something outside knows it; nullopt: nothing does.
  std::function<Result<std::optional<std::string>>()> active_from_outside{};
  std::optional<Project> own{};  ///< the one that the service was started for
  /// The folder that the service was started in, where that is not a project: callers that name no
  /// folders work there. Empty: none.
  std::filesystem::path folder{};
  std::vector<std::filesystem::path> roots{};  ///< folders that calls may name
  std::shared_ptr<Logger> logger{};            ///< null: silent
  FirstRun first_run = FirstRun::kAuto;        ///< of `own`
  bool is_own_named = false;                   ///< whoever started it said so, folders or not
  /// What calls that change something are refused with; unset: they may.
  std::optional<Error> refuses_changes{};
  /// Whose token they may all the same; null: nobody's.
  std::shared_ptr<PageAccess> page{};
  /// The model behind ask, by settings; unset: there is none.
  std::function<Result<std::shared_ptr<const AnswerModel>>(const Settings&)> answer_model{};
  /// Set: this is a query node, which hosts these, and neither `registry` nor `open` is asked.
  std::optional<StoreProjects> from_store{};
};

/// Thread safety: all members may be called concurrently.
class ProjectHost {
 public:
  /// Projects kept open; above it those that nobody uses are closed, the longest unused first.
  static constexpr std::size_t kMostOpen = 64;

  /// A host that has begun. Errors: those of begin().
  static Result<std::shared_ptr<ProjectHost>> start(HostOptions options);
  explicit ProjectHost(HostOptions options);
  ~ProjectHost();  ///< shutdown()
  ProjectHost(const ProjectHost&) = delete;
  ProjectHost& operator=(const ProjectHost&) = delete;

  /// Opens `own`, indexes it in the background and watches it, as its settings say. To be called
  /// once. Errors: those of opening it.
  Result<void> begin();

  /// The project of that id, opened where it was not yet. An empty id means the one that something
  /// outside names, else the active project if one was chosen since this began, else that of the
  /// folders that the caller works in (those that are not there, or hold projects, say nothing),
  /// else `own` or the project of HostOptions::folder, else the active project. Errors: kNotFound
  /// "PROJECT_NOT_FOUND", "NO_PROJECT" (both list the known ids, or name the caller's folder that
  /// is none); those of opening it and of the source outside.
  Result<std::shared_ptr<HostedProject>> resolve(
      std::string_view project_id = {}, std::span<const std::filesystem::path> folders = {});
  /// The project of a folder within the roots, or the root of `own`; a new one is registered under
  /// `project_id` (empty: made from the folder's name), a known one keeps its id. Errors: those of
  /// ProjectRoots::resolve(), ProjectRegistry::add() and of opening it.
  Result<std::shared_ptr<HostedProject>> open_folder(const std::filesystem::path& folder,
                                                     std::string_view project_id = {});

  /// One answer out of one or several open projects, counted as one search: of one HostedProject's
  /// search(), of several that of search_projects(), each with its first run begun where there was
  /// none. `projects` must not be empty. Errors: as those.
  Result<FindCodeResponseSummary> search(std::span<const std::shared_ptr<HostedProject>> projects,
                                         std::string_view query, const SearchOptions& options,
                                         std::stop_token stop = {});

  /// Those of the registry, or of the store. Errors: those of either.
  Result<std::vector<Project>> list() const;
  /// Errors: also kNotFound "PROJECT_NOT_FOUND".
  Result<Project> find(std::string_view id) const;
  bool is_from_store() const noexcept { return options_.from_store.has_value(); }
  /// The id that an empty one means now. Errors: as resolve().
  Result<std::string> implied_id(std::span<const std::filesystem::path> folders = {}) const;
  /// Whether the folders of a caller can make a difference.
  bool follows_client_roots() const noexcept { return !options_.is_own_named && !is_from_store(); }
  /// What a caller wants indexed that names nothing: the first of its folders that is no project
  /// yet, else the root of the project that it means. Errors: as resolve().
  Result<std::filesystem::path> folder_to_index(
      std::span<const std::filesystem::path> folders) const;
  struct Added {
    Project project;
    bool is_new = true;
  };
  /// Registers a folder as open_folder() does, without opening it. An empty name: the folder's. A
  /// project that is known keeps its id and its name, whatever is given.
  Result<Added> add(const std::filesystem::path& folder, std::string_view project_id,
                    std::string_view display_name);
  /// Each returns the project. Errors: kNotFound "PROJECT_NOT_FOUND"; of rename kInvalidArgument
  /// "INVALID_DISPLAY_NAME".
  Result<Project> rename(std::string_view project_id, std::string_view display_name);
  Result<Project> set_active(std::string_view project_id);
  /// Ends what runs, and forgets the project; its index goes too unless it is kept.
  Result<Project> remove(std::string_view project_id, bool keep_index);
  /// Changes settings kept with the project, "section.key=value", and opens it anew. On an error
  /// nothing has changed: those of settings::change_project_settings() and of opening it.
  Result<Project> change_settings(std::string_view project_id,
                                  const std::vector<std::string>& assignments);

  /// The model that answers questions on a project. Errors: those of HostOptions::answer_model;
  /// kUnsupported PROVIDER_NOT_AVAILABLE.
  Result<std::shared_ptr<const AnswerModel>> answer_model(const HostedProject& project) const;

  const std::optional<Project>& own() const noexcept { return options_.own; }
  /// What calls that change something and bear `token` are refused with; nullopt: they may. On a
  /// query node none may.
  std::optional<Error> refuses_changes(std::string_view token = {}) const;
  /// The same of calls that send code elsewhere.
  std::optional<Error> refuses_sending(std::string_view token) const;
  /// Null: the server opened no page.
  const std::shared_ptr<PageAccess>& page() const noexcept { return options_.page; }
  const ProjectRoots& roots() const noexcept { return roots_; }
  const Metrics& metrics() const noexcept { return *metrics_; }
  Metrics& metrics() noexcept { return *metrics_; }
  const std::shared_ptr<Logger>& logger() const noexcept { return options_.logger; }

  /// Opens what is open anew, with the settings as they are now; searches that go on end as they
  /// began, index runs leave a checkpoint.
  void reload();
  /// Ends all runs and watches, and waits for them; runs leave a checkpoint.
  void shutdown();
  bool is_stopped() const;

 private:
  struct Open {
    std::shared_ptr<HostedProject> project;
    std::uint64_t last_use = 0;
  };
  Result<std::shared_ptr<HostedProject>> reopen(const Project& project) const;
  /// Null: it is not open.
  std::shared_ptr<HostedProject> open_one(std::string_view project_id);
  Result<bool> can_be_project(const std::filesystem::path& folder) const;
  /// The id of the project that holds HostOptions::folder. Errors: kNotFound "NO_PROJECT".
  Result<std::string> id_of_start() const;
  Result<std::optional<std::string>> id_of_caller(
      std::span<const std::filesystem::path> folders) const;
  Result<std::filesystem::path> allowed(const std::filesystem::path& folder) const;
  Result<std::shared_ptr<HostedProject>> hosted(const Project& project);
  std::shared_ptr<HostedProject> take_out(std::string_view project_id);
  void make_room();
  bool is_own(const Project& project) const {
    return options_.own && options_.own->project_id == project.project_id;
  }

  HostOptions options_;
  ProjectRoots roots_;
  std::shared_ptr<Metrics> metrics_ = std::make_shared<Metrics>();
  std::string active_at_start_;

  std::mutex adding_;  // one at a time: of two that name one folder the second finds it known
  mutable std::mutex mutex_;
  std::map<std::string, Open, std::less<>> open_;  // by id; guarded by mutex_, as all below
  std::uint64_t uses_ = 0;
  bool has_chosen_ = false;  // an active project, through this
  bool is_stopped_ = false;
};

}  // namespace codeweaver::service
