// The HTTP API: namespaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/namespaces.hpp"
#include "json/member_reader.hpp"
#include "service/api/api.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::service {
namespace {

Result<Project> project_of(ProjectHost& host, const http::Exchange& exchange) {
  if (!host.can(Feature::kIndexing)) return unsupported_in_store(Feature::kIndexing);
  auto id = read_text(exchange.request(), "project_id");
  if (!id.empty()) return host.find(id, call_of(exchange));
  auto implied = host.implied_id({}, call_of(exchange));
  return implied ? host.find(*implied, call_of(exchange)) : implied.error();
}

Result<ApiReply> dropped(const std::vector<NamespaceKey>& keys) {
  json::Value all = json::Array{};
  for (const auto& key : keys) all.push_back(key.to_string());
  return ApiReply{json::Object{{"dropped", std::move(all)}}};
}

Result<ApiReply> list(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project, project_of(host, exchange));
  CODEWEAVER_ASSIGN(const auto infos, Namespaces(project).list());
  json::Value all = json::Array{};
  for (const auto& info : infos) all.push_back(namespace_json(info));
  return ApiReply{json::Object{{"namespaces", std::move(all)}}};
}

Result<ApiReply> create(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  std::string name;
  json::MemberReader reader(body, "request");
  reader.required("namespace", name);
  reader.no_others();
  if (const auto read = reader.finish(true); !read) return bad_request(read.error().cause);
  CODEWEAVER_ASSIGN(const auto key, NamespaceKey::parse(name));
  CODEWEAVER_ASSIGN(const auto project, host.find(key.project_key, call_of(exchange)));
  CODEWEAVER_ASSIGN(const auto info, Namespaces(project).create(key));
  return ApiReply{namespace_json(info), 201};
}

Result<ApiReply> drop(ProjectHost& host, const http::Exchange& exchange) {
  const auto key =
      NamespaceKey::make(exchange.path_value("project_id"), exchange.path_value("purpose"),
                         exchange.path_value("chunk_strategy"));
  if (!key) return key.error();
  CODEWEAVER_ASSIGN(const auto project, host.find(key->project_key));
  CODEWEAVER_TRY(Namespaces(project).drop(*key));
  return dropped({*key});
}

Result<ApiReply> clean(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project, project_of(host, exchange));
  const auto keys = Namespaces(project).remove_unused();
  return keys ? dropped(*keys) : keys.error();
}

}  // namespace

void add_namespace_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  constexpr std::string_view kTag = "namespaces";
  const std::vector<ApiAnswer> gone{
      {200, "The deleted namespaces.", {{kJsonType, "namespaces_dropped"}}}};
  const auto on = [&](auto handle) {
    return json_handler(
        [host, handle](http::Exchange& exchange) { return handle(*host, exchange); });
  };
  routes.push_back({"GET",
                    "/api/v1/namespaces",
                    "list_namespaces",
                    kTag,
                    "The namespaces of a project with their record counts.",
                    {kProjectInQuery},
                    {},
                    {{200, "The namespaces.", {{kJsonType, "namespaces"}}}},
                    on(list)});
  routes.push_back({"POST",
                    "/api/v1/namespaces",
                    "create_namespace",
                    kTag,
                    "Create an empty namespace for another tool to fill; an existing one is kept.",
                    {},
                    {{kJsonType, "namespace_request"}},
                    {{201, "The namespace.", {{kJsonType, "namespace"}}}},
                    on(create)});
  routes.push_back({"POST",
                    "/api/v1/namespaces/clean",
                    "clean_namespaces",
                    kTag,
                    "Delete namespaces without records.",
                    {kProjectInQuery},
                    {},
                    gone,
                    on(clean)});
  routes.push_back({"DELETE",
                    "/api/v1/namespaces/{project_id}/{purpose}/{chunk_strategy}",
                    "drop_namespace",
                    kTag,
                    "Delete a namespace with all its records.",
                    {kProjectInPath,
                     {"purpose", ApiParameter::Place::kPath,
                      R"({"enum":["code_search","atlas_graph","docs_search"]})",
                      "The purpose of the namespace."},
                     {"chunk_strategy", ApiParameter::Place::kPath, kIdSchema,
                      "The chunk strategy of the namespace."}},
                    {},
                    gone,
                    on(drop)});
}

}  // namespace codeweaver::service
