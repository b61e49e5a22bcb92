// The HTTP API: the table of its operations, its routes and its OpenAPI document.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "http/router.hpp"
#include "json/value.hpp"
#include "service/api/api_route.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// All operations on the projects of `host`, including the one that returns the OpenAPI document.
/// The handlers keep `host` alive.
std::vector<ApiRoute> api_routes(const std::shared_ptr<ProjectHost>& host);

/// The operations as routes of a server. `open_probes`: whether probes need no token.
std::vector<http::Route> http_routes(std::span<const ApiRoute> routes, bool open_probes = false);

/// The operations as an OpenAPI 3.1 document, with the schemas of docs/contracts.
json::Value openapi_document(std::span<const ApiRoute> routes);

// The groups of operations.
void add_project_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_index_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_snapshot_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_search_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_answer_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_file_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_push_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_namespace_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_system_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);
void add_access_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host);

/// The parameter project_id in a path or in a query.
inline constexpr std::string_view kIdSchema =
    R"({"type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$"})";
inline constexpr ApiParameter kProjectInPath{"project_id", ApiParameter::Place::kPath, kIdSchema,
                                             "Project id."};
inline constexpr ApiParameter kProjectInQuery{"project_id", ApiParameter::Place::kQuery, kIdSchema,
                                              "Project id; absent: the active project."};
inline constexpr std::string_view kFlagSchema = R"({"type":"boolean"})";
inline constexpr std::string_view kJsonType = "application/json";

}  // namespace codeweaver::service
