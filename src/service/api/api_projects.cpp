// The HTTP API: projects and their settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "json/member_reader.hpp"
#include "json/writer.hpp"
#include "service/api/api.hpp"
#include "service/hosting/project_json.hpp"
#include "settings/load.hpp"
#include "settings/project_settings.hpp"

namespace codeweaver::service {
namespace {

using Host = std::shared_ptr<ProjectHost>;

std::string project_id_of(const http::Exchange& exchange) {
  return std::string(exchange.path_value("project_id"));
}

/// The id of the project that calls without an id use; empty if there is none.
std::string active_of(const ProjectHost& host, const http::Exchange& exchange) {
  const auto id = host.implied_id({}, call_of(exchange));
  return id ? *id : std::string();
}

Result<ApiReply> reply_with(const ProjectHost& host, const http::Exchange& exchange,
                            const Result<Project>& project, int status = 200) {
  if (!project) return project.error();
  return ApiReply{project_json(*project, active_of(host, exchange)), status};
}

Result<ApiReply> show_projects(const ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto projects, host.list(call_of(exchange)));
  const auto active = active_of(host, exchange);
  json::Value all = json::Array{};
  for (const auto& project : projects) all.push_back(project_json(project, active));
  json::Value out = json::Object{{"projects", std::move(all)}};
  if (!active.empty()) out.set("active", active);
  if (!host.can(Feature::kIndexing)) out.set("from_store", true);
  return ApiReply{std::move(out)};
}

Result<ApiReply> add_project(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  std::string root;
  std::optional<std::string> id, name;
  json::MemberReader reader(body, "request");
  reader.required("root", root);
  reader.nullable("project_id", id);
  reader.nullable("display_name", name);
  if (id && id->empty()) reader.note("project_id", "is empty");
  if (name && name->empty()) reader.note("display_name", "is empty");
  reader.no_others();
  if (const auto read = reader.finish(true); !read) return bad_request(read.error().cause);
  CODEWEAVER_ASSIGN(const auto added, host.add(root, id.value_or(""), name.value_or("")));
  return reply_with(host, exchange, added.project, added.is_new ? 201 : 200);
}

Result<ApiReply> change(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  std::string name;
  json::MemberReader reader(body, "request");
  reader.required("display_name", name);
  reader.no_others();
  if (const auto read = reader.finish(true); !read) return bad_request(read.error().cause);
  return reply_with(host, exchange, host.rename(project_id_of(exchange), name));
}

Result<ApiReply> remove(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto keep, read_flag(exchange.request(), "keep_index", false));
  return reply_with(host, exchange, host.remove(project_id_of(exchange), keep));
}

Result<ApiReply> status(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project,
                    host.resolve(project_id_of(exchange), {}, call_of(exchange)));
  const auto status = project->status(call_of(exchange));
  if (status) return ApiReply{status_json(project->project(), *status)};
  if (status.error().code != error_code::kModelMismatch) return status.error();
  auto out = status_json(project->project(), RepoStatus{});
  out.set("problem",
          json::Object{{"message", status.error().cause}, {"action", status.error().action}});
  return ApiReply{std::move(out)};
}

Result<ApiReply> show_settings(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project,
                    host.resolve(project_id_of(exchange), {}, call_of(exchange)));
  CODEWEAVER_ASSIGN(const auto values,
                    settings::project_settings(project->project().settings_file()));
  json::Value kept = json::Object{}, effective = json::Array{};
  for (const auto& [key, value] : values) kept.set(key, value);
  for (const auto& shown : settings::show(project->effective_settings()))
    effective.push_back(json::Object{{"key", shown.key},
                                     {"value", shown.value},
                                     {"origin", shown.origin},
                                     {"type", shown.type},
                                     {"doc", shown.doc}});
  return ApiReply{json::Object{{"project_id", project_id_of(exchange)},
                               {"kept", std::move(kept)},
                               {"effective", std::move(effective)}}};
}

/// "section.key=value"; the value is empty for null.
Result<std::string> assignment(const json::Member& member) {
  const auto& [key, value] = member;
  if (key.find('=') != std::string::npos) return bad_request("'" + key + "' is not a setting");
  if (value.is_null()) return key + '=';
  if (const auto* text = value.if_string()) return key + '=' + *text;
  if (value.is_array() || value.is_object())
    return bad_request(key + " is not a string, number, boolean or null");
  return key + '=' + json::dump(value);
}

Result<ApiReply> change_settings(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  const auto* const wanted = body.find("settings");
  if (body.if_object()->size() > 1 && wanted != nullptr)
    return bad_request("the request has members other than settings");
  if (wanted == nullptr || !wanted->is_object() || wanted->if_object()->empty())
    return bad_request("settings is not an object with at least one member");
  std::vector<std::string> assignments;
  for (const auto& member : *wanted->if_object()) {
    CODEWEAVER_ASSIGN(auto text, assignment(member));
    assignments.push_back(std::move(text));
  }
  CODEWEAVER_TRY(host.change_settings(project_id_of(exchange), assignments, call_of(exchange)));
  return show_settings(host, exchange);
}

constexpr std::string_view kProjectsTag = "projects";

template <class Handle>
auto project_handler(const Host& host, Handle handle) {
  return json_handler([host, handle](http::Exchange& exchange) { return handle(*host, exchange); });
}

std::vector<ApiAnswer> project_answer() {
  return {{200, "The project.", {{kJsonType, "project"}}}};
}

/// Routes for the list of projects.
void add_list_routes(std::vector<ApiRoute>& routes, const Host& host) {
  routes.push_back({"GET",
                    "/api/v1/projects",
                    "list_projects",
                    kProjectsTag,
                    "List all projects.",
                    {},
                    {},
                    {{200, "All projects.", {{kJsonType, "projects"}}}},
                    project_handler(host, [](ProjectHost& all, const http::Exchange& exchange) {
                      return show_projects(all, exchange);
                    })});
  routes.push_back({"POST",
                    "/api/v1/projects",
                    "create_project",
                    kProjectsTag,
                    "Register a folder as a project without indexing it. A known project keeps "
                    "its id and name.",
                    {},
                    {{kJsonType, "project_request"}},
                    {{201, "The new project.", {{kJsonType, "project"}}},
                     {200, "The project, which was known already.", {{kJsonType, "project"}}}},
                    project_handler(host, [](ProjectHost& all, const http::Exchange& exchange) {
                      return add_project(all, exchange);
                    })});
}

/// Routes that change or activate one project.
void add_one_project_routes(std::vector<ApiRoute>& routes, const Host& host) {
  routes.push_back({"GET",
                    "/api/v1/projects/{project_id}",
                    "get_project",
                    kProjectsTag,
                    "One project.",
                    {kProjectInPath},
                    {},
                    project_answer(),
                    project_handler(host, [](ProjectHost& all, const http::Exchange& exchange) {
                      return reply_with(all, exchange,
                                        all.find(project_id_of(exchange), call_of(exchange)));
                    })});
  routes.push_back({"PATCH",
                    "/api/v1/projects/{project_id}",
                    "change_project",
                    kProjectsTag,
                    "Change the display name of a project.",
                    {kProjectInPath},
                    {{kJsonType, "project_change"}},
                    project_answer(),
                    project_handler(host, change)});
  routes.push_back({"DELETE",
                    "/api/v1/projects/{project_id}",
                    "delete_project",
                    kProjectsTag,
                    "Remove a project and delete its index; its files are kept.",
                    {kProjectInPath,
                     {"keep_index", ApiParameter::Place::kQuery, kFlagSchema, "Keep the index."}},
                    {},
                    project_answer(),
                    project_handler(host, remove)});
  routes.push_back({"POST",
                    "/api/v1/projects/{project_id}/activate",
                    "activate_project",
                    kProjectsTag,
                    "Make it the project that calls without a project_id use.",
                    {kProjectInPath},
                    {},
                    project_answer(),
                    project_handler(host, [](ProjectHost& all, const http::Exchange& exchange) {
                      return reply_with(all, exchange, all.set_active(project_id_of(exchange)));
                    })});
}

/// Routes for the status and the settings of one project.
void add_settings_routes(std::vector<ApiRoute>& routes, const Host& host) {
  const std::vector<ApiAnswer> settings{{200, "The settings.", {{kJsonType, "project_settings"}}}};
  routes.push_back({"GET",
                    "/api/v1/projects/{project_id}/status",
                    "get_project_status",
                    kProjectsTag,
                    "The size of the index and whether it is up to date. Scans all files.",
                    {kProjectInPath},
                    {},
                    {{200, "The status.", {{kJsonType, "project_status"}}}},
                    project_handler(host, status)});
  routes.push_back({"GET",
                    "/api/v1/projects/{project_id}/settings",
                    "get_project_settings",
                    kProjectsTag,
                    "The effective settings and the settings stored with the project.",
                    {kProjectInPath},
                    {},
                    settings,
                    project_handler(host, [](ProjectHost& all, const http::Exchange& exchange) {
                      return show_settings(all, exchange);
                    })});
  routes.push_back({"PATCH",
                    "/api/v1/projects/{project_id}/settings",
                    "change_project_settings",
                    kProjectsTag,
                    "Change settings stored with the project.",
                    {kProjectInPath},
                    {{kJsonType, "project_settings_change"}},
                    settings,
                    project_handler(host, change_settings)});
}

}  // namespace

void add_project_routes(std::vector<ApiRoute>& routes, const Host& host) {
  add_list_routes(routes, host);
  add_one_project_routes(routes, host);
  add_settings_routes(routes, host);
}

}  // namespace codeweaver::service
