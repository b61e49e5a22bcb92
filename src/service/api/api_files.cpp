// The HTTP API: the indexed text of files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/try.hpp"
#include "json/value.hpp"
#include "service/api/api.hpp"
#include "service/hosting/indexed_text.hpp"

namespace codeweaver::service {
namespace {

constexpr TextLimit kFileLimit{std::size_t{8} << 20U,
                               "The limit is 8 MiB; search shows parts of larger files."};

Result<ApiReply> show_file(ProjectHost& host, const http::Exchange& exchange) {
  const auto path = read_text(exchange.request(), "path");
  CODEWEAVER_ASSIGN(const auto project, host.resolve(std::string(exchange.path_value("project_id")),
                                                     {}, call_of(exchange)));
  CODEWEAVER_ASSIGN(auto text, indexed_text(*project, path, kFileLimit, call_of(exchange)));
  CODEWEAVER_ASSIGN(const auto definitions, project->definitions_in(path, call_of(exchange)));
  json::Array outline;
  for (const auto& one : definitions)
    outline.push_back(
        json::Object{{"name", one.name},
                     {"qualified_name", one.qualified_name},
                     {"kind", one.kind},
                     {"lines", json::Array{one.lines.start_line, one.lines.end_line}}});
  return ApiReply{
      json::Object{{"path", path}, {"text", std::move(text)}, {"definitions", std::move(outline)}}};
}

}  // namespace

void add_file_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  routes.push_back(
      {"GET",
       "/api/v1/projects/{project_id}/file",
       "get_file",
       "projects",
       "The indexed text of a file and its definitions. Secrets are masked; a document is shown as "
       "Markdown.",
       {kProjectInPath,
        {"path", ApiParameter::Place::kQuery, R"({"type":"string","minLength":1})",
         "Path relative to the project's folder, as in search results."}},
       {},
       {{200, "The file.", {{kJsonType, "file"}}}},
       json_handler([host](http::Exchange& exchange) { return show_file(*host, exchange); })});
}

}  // namespace codeweaver::service
