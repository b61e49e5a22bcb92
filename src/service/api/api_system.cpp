// The HTTP API: providers, folders, health and metrics.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <map>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "json/writer.hpp"
#include "service/api/api.hpp"
#include "service/hosting/health.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kPathSchema = R"({"type":"string"})";

Result<ApiReply> show_providers(ProjectHost& host, const http::Exchange& exchange) {
  const auto id = read_text(exchange.request(), "project_id");
  const auto project = host.resolve(id, {}, call_of(exchange));
  if (!project && (!id.empty() || project.error().code != error_code::kNoProject))
    return project.error();
  return ApiReply{
      json::Object{{"providers", providers_json(project ? (*project)->settings() : Settings())}}};
}

Result<ApiReply> show_folders(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto listing, host.roots().list(read_text(exchange.request(), "path")));
  CODEWEAVER_ASSIGN(const auto projects, host.list(call_of(exchange)));
  std::map<std::filesystem::path, std::string> ids;
  for (const auto& project : projects) ids[project.root] = project.project_id;
  json::Value folders = json::Array{};
  for (const auto& folder : listing.folders) {
    json::Value entry =
        json::Object{{"name", folder.filename().string()}, {"path", folder.string()}};
    if (const auto known = ids.find(folder); known != ids.end())
      entry.set("project_id", known->second);
    folders.push_back(std::move(entry));
  }
  json::Value out = json::Object{};
  if (!listing.path.empty()) out.set("path", listing.path.string());
  if (listing.parent) out.set("parent", listing.parent->string());
  out.set("folders", std::move(folders));
  out.set("is_cut", listing.is_cut);
  return ApiReply{std::move(out)};
}

Result<ApiReply> show_health(const Health& health, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(auto report, health.report(read_text(exchange.request(), "project_id")));
  return ApiReply{std::move(report.body), report.is_unhealthy ? 503 : 200};
}

Result<ApiReply> show_readiness(const Health& health) {
  const auto ready = health.is_ready();
  if (ready) return ApiReply{json::Object{{"status", "ready"}}};
  return ApiReply{json::Object{{"status", "not_ready"}, {"reason", ready.error().message()}}, 503};
}

constexpr std::string_view kSystemTag = "system";

using Host = std::shared_ptr<ProjectHost>;

void add_setup_routes(std::vector<ApiRoute>& routes, const Host& host) {
  const auto on = [&](auto handle) {
    return json_handler(
        [host, handle](http::Exchange& exchange) { return handle(*host, exchange); });
  };
  routes.push_back({"GET",
                    "/api/v1/providers",
                    "list_providers",
                    kSystemTag,
                    "All embedders, rerankers, stores and chunkers that settings can name: their "
                    "capabilities, the service that each uses, and why one is not available.",
                    {kProjectInQuery},
                    {},
                    {{200, "The providers.", {{kJsonType, "providers"}}}},
                    on(show_providers)});
  routes.push_back({"GET",
                    "/api/v1/folders",
                    "list_folders",
                    kSystemTag,
                    "The subfolders of a folder, within the folders that calls may use.",
                    {{"path", ApiParameter::Place::kQuery, kPathSchema,
                      "Absolute path; absent: the folders that calls may use."}},
                    {},
                    {{200, "The folders.", {{kJsonType, "folders"}}}},
                    on(show_folders)});
  routes.back().changes = true;  // it shows the user's folders, only to those who may add projects
}

void add_health_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<const Health>& health) {
  const auto show =
      json_handler([health](http::Exchange& exchange) { return show_health(*health, exchange); });
  for (const auto& [path, id] :
       {std::pair{"/health", "get_health"}, std::pair{"/health/", "get_health_of_old"}})
    routes.push_back({"GET",
                      path,
                      id,
                      kSystemTag,
                      "The health of the service.",
                      {kProjectInQuery},
                      {},
                      {{200, "The service works, at least in part.", {{kJsonType, "health"}}},
                       {503, "Nothing can be searched.", {{kJsonType, "health"}}}},
                      show});
}

void add_probe_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<const Health>& health) {
  const std::vector<ApiContent> probe{{kJsonType, "probe"}};
  routes.push_back({"GET",
                    "/health/live",
                    "get_liveness",
                    kSystemTag,
                    "Whether the server runs. It answers even under load and checks nothing else.",
                    {},
                    {},
                    {{200, "The server runs.", probe}},
                    json_handler([](http::Exchange&) -> Result<ApiReply> {
                      return ApiReply{json::Object{{"status", "live"}}};
                    })});
  routes.back().is_instant = routes.back().is_probe = true;
  routes.push_back({"GET",
                    "/health/ready",
                    "get_readiness",
                    kSystemTag,
                    "Whether calls can be answered. Also 503 if too many calls are waiting.",
                    {},
                    {},
                    {{200, "Ready.", probe}, {503, "Not ready.", probe}},
                    json_handler([health](http::Exchange&) { return show_readiness(*health); })});
  routes.back().is_probe = true;
}

void add_metrics_route(std::vector<ApiRoute>& routes, const std::shared_ptr<const Health>& health) {
  routes.push_back({"GET",
                    "/metrics",
                    "get_metrics",
                    kSystemTag,
                    "Metrics of health, requests, calls and the process as Prometheus text.",
                    {},
                    {},
                    {{200, "The metrics.", {{"text/plain", ""}}}},
                    [health](const std::shared_ptr<http::Exchange>& exchange) {
                      http::Response response;
                      response.content_type = "text/plain; version=0.0.4; charset=utf-8";
                      response.body = health->prometheus();
                      exchange->respond(std::move(response));
                    }});
}

}  // namespace

void add_system_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  const auto health = std::make_shared<const Health>(host);
  add_setup_routes(routes, host);
  add_health_routes(routes, health);
  add_probe_routes(routes, health);
  add_metrics_route(routes, health);
}

}  // namespace codeweaver::service
