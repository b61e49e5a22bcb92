// Options for hosting projects in `mcp` and `server`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/host_options.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "opening/query_node.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

/// Sets the options of a query node. Its own project is the one that an option or setting names.
Result<void> serve_from_store(const Session& session, const Settings& settings,
                              service::HostOptions& options) {
  const auto& opener = session.opener();
  CODEWEAVER_ASSIGN(const auto store, opener->store(settings, nullptr));
  if (!store) return opening::no_store();
  CODEWEAVER_ASSIGN(const auto id, session.chosen_project());
  if (id) options.own = opening::store_project(*id);
  options.store_projects = [opener, settings](const CallContext& call) {
    return opener->store_projects(call.until(settings::end_of_lookup(settings, 0)));
  };
  return {};
}

/// Whether a folder is empty except for hidden files.
bool is_bare(const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (!at->path().filename().native().starts_with('.')) return false;
  return !error;
}

/// Sets the project for calls that name none. An empty folder is not registered as a project.
Result<void> choose_own(const Session& session, service::HostOptions& options) {
  auto own = session.own_project();
  if (!own)  // calls can still name a project
    return own.error().code == error_code::kNoProject ? Result<void>() : own.error();
  CODEWEAVER_ASSIGN(const bool is_known, session.is_registered(*own));
  if (!is_known && !options.is_own_named && is_bare(own->root)) {
    options.folder = own->root;
    return {};
  }
  CODEWEAVER_ASSIGN(options.own, session.register_project(*own));
  return {};
}

}  // namespace

Result<service::HostOptions> host_options(const Session& session) {
  CODEWEAVER_ASSIGN(const auto data_dir, session.data_dir());
  const auto& chosen = session.user_settings()->settings;
  CODEWEAVER_ASSIGN(auto registry, session.can(Feature::kIndexing)
                                       ? session.registry()
                                       : Result(ProjectRegistry(data_dir)));
  service::HostOptions options{
      std::move(registry),
      [opener = session.opener()](const Project& project, const CallContext& call) {
        return opener->open(project, opening::Opening::kForHost, call);
      }};
  options.answer_model = [opener = session.opener()](const Settings& settings) {
    return opener->answer_model(settings, nullptr);
  };
  // The server also works if the log cannot be written.
  if (auto log = session.opener()->open_log(data_dir, chosen)) options.logger = *log;
  if (!session.can(Feature::kIndexing)) {
    CODEWEAVER_TRY(serve_from_store(session, chosen, options));
    return options;
  }
  options.active_from_outside = [&session] { return session.outside_project(); };
  options.is_own_named =
      !session.options().project.empty() || !chosen.codeweaver.project_path.empty();
  CODEWEAVER_TRY(choose_own(session, options));
  for (const auto& root : chosen.server.project_roots) options.roots.emplace_back(root);
  if (options.roots.empty())
    if (auto home = session.home_folder(); !home.empty()) options.roots.push_back(std::move(home));
  return options;
}

}  // namespace codeweaver::cli
