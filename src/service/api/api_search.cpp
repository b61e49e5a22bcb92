// The HTTP API: searches, requests of the query contract, and the call graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/search_wordings.hpp"
#include "json/request_types.hpp"
#include "json/value_types.hpp"
#include "service/api/api.hpp"
#include "service/hosting/call_graph_request.hpp"
#include "service/hosting/code_map_request.hpp"
#include "service/hosting/query_limit.hpp"
#include "service/hosting/rename_request.hpp"
#include "service/hosting/search_request.hpp"
#include "service/hosting/text_request.hpp"

namespace codeweaver::service {
namespace {

Result<ApiReply> query(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto request, json::read_query_request(exchange.request().body));
  CODEWEAVER_ASSIGN(const auto project, host.resolve(request.project, {}, call_of(exchange)));
  const auto options = request.apply_to(project->search_options());
  CODEWEAVER_ASSIGN(const auto answer,
                    search_limited(request.query, project->settings(), [&](std::string_view text) {
                      return project->search(text, options, call_of(exchange));
                    }));
  return ApiReply{json::to_json(answer)};
}

Result<ApiReply> search(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  CODEWEAVER_ASSIGN(const auto request, read_search_request(body));
  std::vector<std::shared_ptr<HostedProject>> projects;
  const auto ids =
      request.projects.empty() ? std::vector<std::string>{request.project_id} : request.projects;
  for (const auto& id : ids) {
    CODEWEAVER_ASSIGN(auto project, host.resolve(id, {}, call_of(exchange)));
    projects.push_back(std::move(project));
  }
  const auto options = request.apply_to(projects.front()->search_options());
  const auto ask = [&](std::string_view wording, const SearchOptions& within) {
    return search_limited(wording, projects.front()->settings(), [&](std::string_view text) {
      return host.search(projects, text, within, call_of(exchange));
    });
  };
  CODEWEAVER_ASSIGN(const auto answer,
                    search_wordings(request.query, request.given.queries(), options, ask));
  return ApiReply{json::to_json(answer)};
}

Result<ApiReply> search_exact_text(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  CODEWEAVER_ASSIGN(const auto request, text_request(body));
  CODEWEAVER_ASSIGN(const auto project, host.resolve(request.project_id, {}, call_of(exchange)));
  CODEWEAVER_ASSIGN(const auto found,
                    project->find_text(request.search, request.hits, call_of(exchange)));
  return ApiReply{to_json(found)};
}

Result<ApiReply> follow_calls(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  CODEWEAVER_ASSIGN(const auto request, call_graph_request(body));
  CODEWEAVER_ASSIGN(const auto project, host.resolve(request.project_id, {}, call_of(exchange)));
  std::vector<std::string> warnings;
  CODEWEAVER_ASSIGN(const auto found, project->call_graph(request.start, request.options, &warnings,
                                                          call_of(exchange)));
  return ApiReply{call_graph_json(found, warnings)};
}

Result<ApiReply> show_rename(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  CODEWEAVER_ASSIGN(const auto request, rename_request(body));
  CODEWEAVER_ASSIGN(const auto project, host.resolve(request.project_id, {}, call_of(exchange)));
  std::vector<std::string> warnings;
  CODEWEAVER_ASSIGN(const auto found,
                    project->rename_preview(request.name, request.new_name, request.limit,
                                            &warnings, call_of(exchange)));
  return ApiReply{rename_json(found, warnings)};
}

Result<ApiReply> show_map(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  CODEWEAVER_ASSIGN(const auto request, code_map_request(body));
  CODEWEAVER_ASSIGN(const auto project, host.resolve(request.project_id, {}, call_of(exchange)));
  std::vector<std::string> warnings;
  CODEWEAVER_ASSIGN(const auto found,
                    project->code_map(request.options, &warnings, call_of(exchange)));
  return ApiReply{code_map_json(found, warnings)};
}

}  // namespace

void add_search_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  constexpr std::string_view kTag = "search";
  const std::vector<ApiAnswer> answers{{200, "The matches.", {{kJsonType, "query_answer"}}}};
  const auto on = [&](auto handle) {
    return json_handler(
        [host, handle](http::Exchange& exchange) { return handle(*host, exchange); });
  };
  const auto add = [&](ApiRoute route) {
    route.changes = false;
    routes.push_back(std::move(route));
  };
  add({"POST",
       "/api/v1/search",
       "search",
       kTag,
       "Find code by meaning, name or snippet.",
       {},
       {{kJsonType, "search_request"}},
       answers,
       on(search)});
  add({"POST",
       "/api/v1/query",
       "query",
       kTag,
       "Answer a request of the query contract.",
       {},
       {{kJsonType, "query_request"}},
       answers,
       contract_handler([host](http::Exchange& exchange) { return query(*host, exchange); })});
  add({"POST",
       "/api/v1/search_text",
       "search_text",
       kTag,
       "Find lines with an exact text or a regular expression.",
       {},
       {{kJsonType, "text_search_request"}},
       {{200, "The lines.", {{kJsonType, "text_search_answer"}}}},
       on(search_exact_text)});
  add({"POST",
       "/api/v1/call_graph",
       "call_graph",
       kTag,
       "Follow calls from a definition, a file or a git difference, or imports of files.",
       {},
       {{kJsonType, "call_graph_request"}},
       {{200, "The definitions found.", {{kJsonType, "call_graph_answer"}}}},
       on(follow_calls)});
  add({"POST",
       "/api/v1/rename_preview",
       "rename_preview",
       kTag,
       "Show what renaming a definition would change. Writes nothing.",
       {},
       {{kJsonType, "rename_request"}},
       {{200, "The diff.", {{kJsonType, "rename_preview"}}}},
       on(show_rename)});
  add({"POST",
       "/api/v1/code_map",
       "code_map",
       kTag,
       "List the most important files with their most used definitions.",
       {},
       {{kJsonType, "code_map_request"}},
       {{200, "The map.", {{kJsonType, "code_map"}}}},
       on(show_map)});
}

}  // namespace codeweaver::service
