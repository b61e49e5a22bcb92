// How `mcp` and `server` host projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/host_options.hpp"

#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "opening/query_node.hpp"

namespace codeweaver::cli {
namespace {

/// Of a query node: its own project is the one that something names.
Result<void> serve_from_store(const Session& session, const Settings& settings,
                              service::HostOptions& options) {
  const auto& opener = session.opener();
  CODEWEAVER_ASSIGN(const auto store, opener->store(settings, nullptr));
  if (!store) return opening::no_store();
  CODEWEAVER_ASSIGN(const auto id, session.named_project_of_store());
  if (id) options.own = opening::store_project(*id);
  options.from_store =
      service::StoreProjects{[opener] { return opener->store_projects(); },
                             [opener](const std::string& one) { return opener->open_store(one); }};
  return {};
}

}  // namespace

Result<service::HostOptions> host_options(const Session& session) {
  CODEWEAVER_ASSIGN(const auto data_dir, session.data_dir());
  const auto& chosen = session.user_settings()->settings;
  CODEWEAVER_ASSIGN(auto registry, session.is_query_node() ? Result(ProjectRegistry(data_dir))
                                                           : session.registry());
  service::HostOptions options{
      std::move(registry),
      [opener = session.opener()](const Project& project) { return opener->open(project); }};
  options.answer_model = [opener = session.opener()](const Settings& settings) {
    return opener->answer_model(settings, nullptr);
  };
  // A log that cannot be written must not keep anybody from being served.
  if (auto log = session.opener()->open_log(data_dir, chosen)) options.logger = *log;
  if (session.is_query_node()) {
    CODEWEAVER_TRY(serve_from_store(session, chosen, options));
    return options;
  }
  options.active_from_outside = [&session] { return session.outside_project(); };
  auto own = session.own_project();
  if (own)
    options.own = std::move(*own);
  else if (own.error().code != error_code::kNoProject)  // calls may still name one
    return own.error();
  options.is_own_named =
      !session.options().project.empty() || !chosen.codeweaver.project_path.empty();
  for (const auto& root : chosen.server.project_roots) options.roots.emplace_back(root);
  if (options.roots.empty())
    if (auto home = session.home_folder(); !home.empty()) options.roots.push_back(std::move(home));
  return options;
}

}  // namespace codeweaver::cli
