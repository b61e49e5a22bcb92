// codeweaver query: runs a request of the query contract.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/ids.hpp"
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "cli/session/input_file.hpp"
#include "json/error_envelope.hpp"
#include "json/request_types.hpp"
#include "json/value_types.hpp"
#include "service/hosting/query_limit.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

Result<FindCodeResponseSummary> answer_from(const Session& session, Searchable& project,
                                            const json::QueryRequest& request,
                                            const CallContext& call) {
  const auto& effective = session.effective();
  const auto options =
      request.apply_to(settings::search_options(effective.settings, project.committed_files()));
  auto found = service::search_limited(
      request.query, effective.settings,
      [&](std::string_view query) { return project.search(query, options, call); });
  if (!found) return found;
  found->warnings.insert(found->warnings.begin(), effective.warnings.begin(),
                         effective.warnings.end());
  return found;
}

Result<FindCodeResponseSummary> answer(Session& session, const QueryCommand& command,
                                       const CallContext& call) {
  CODEWEAVER_ASSIGN(const auto in, open_input(session.working_directory(), command.file));
  CODEWEAVER_ASSIGN(const auto request,
                    json::read_query_request(read_up_to(*in, json::kMaxRequestBytes + 1)));
  CODEWEAVER_ASSIGN(const auto project, session.project_to_search(request.project));
  CODEWEAVER_ASSIGN(const auto opened, session.open_to_search(project));
  return answer_from(session, *opened.project, request, call);
}

}  // namespace

int run_query(Session& session, const QueryCommand& command, std::stop_token stop) {
  CallContext call(std::move(stop));
  call.request_id = base::UuidGenerator().next().to_string();
  const auto found = answer(session, command, call);
  print_json(session.streams(),
             found ? json::to_json(*found) : json::error_envelope(found.error()));
  return found ? kOk : kFailed;
}

}  // namespace codeweaver::cli
