// The HTTP API: all operations, as routes of a server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/api/api.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/edit_distance.hpp"
#include "codeweaver/push.hpp"
#include "json/writer.hpp"

namespace codeweaver::service {
namespace {

Error wrong_type(const ApiRoute& route, const std::string& given) {
  std::string known;
  for (const auto& body : route.bodies)
    known += (known.empty() ? "" : ", ") + std::string(body.media_type);
  return {ErrorCategory::kInvalidArgument, "UNSUPPORTED_MEDIA_TYPE",
          given.empty() ? "The request has a body but no Content-Type header"
                        : "The body has the unsupported type '" + given.substr(0, 100) + "'",
          "reading a request", "Send a Content-Type header with one of: " + known + '.'};
}

/// An error if a call has a query parameter that its route does not know: ignoring it could do
/// something the caller did not want. /health and /metrics ignore them, because monitors add some.
std::optional<Error> unknown_parameter(const ApiRoute& route, const http::Request& request) {
  if (!route.path.starts_with("/api/")) return std::nullopt;
  std::vector<std::string_view> known;
  for (const auto& parameter : route.parameters)
    if (parameter.place == ApiParameter::Place::kQuery) known.push_back(parameter.name);
  for (const auto& [name, value] : request.query) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto nearest = base::nearest_name(name.substr(0, 100), known);
    return bad_request("unknown parameter '" + name.substr(0, 100) + "'" +
                       (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?"));
  }
  return std::nullopt;
}

/// The handler behind checks of its query parameters and its media type.
http::Handler with_checks(const ApiRoute& route) {
  return [route](const std::shared_ptr<http::Exchange>& exchange) {
    if (const auto unknown = unknown_parameter(route, exchange->request()))
      return exchange->respond(error_response(*unknown));
    if (route.bodies.empty()) return route.handler(exchange);
    const auto given = media_type(exchange->request());
    const bool is_known = std::ranges::any_of(
        route.bodies, [&](const ApiContent& body) { return body.media_type == given; });
    const bool has_none = given.empty() && !route.streams_body && exchange->request().body.empty();
    if (is_known || has_none) return route.handler(exchange);
    exchange->respond(error_response(415, wrong_type(route, given)));
  };
}

/// Makes routes that change something check the permission before the body is read.
void check_changes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  if (!host->refuses_changes()) return;
  for (auto& route : routes)
    if (route.is_change())
      route.handler = [host, change = std::move(route.handler)](
                          const std::shared_ptr<http::Exchange>& exchange) {
        if (const auto refused = host->refuses_changes(bearer_token(exchange->request())))
          return exchange->respond(error_response(*refused));
        change(exchange);
      };
}

}  // namespace

std::vector<ApiRoute> api_routes(const std::shared_ptr<ProjectHost>& host) {
  std::vector<ApiRoute> routes;
  add_project_routes(routes, host);
  add_index_routes(routes, host);
  add_snapshot_routes(routes, host);
  add_search_routes(routes, host);
  add_answer_routes(routes, host);
  add_file_routes(routes, host);
  add_push_routes(routes, host);
  add_namespace_routes(routes, host);
  add_system_routes(routes, host);
  add_access_routes(routes, host);
  check_changes(routes, host);
  routes.push_back({"GET",
                    "/api/v1/openapi.json",
                    "get_openapi",
                    "system",
                    "This document.",
                    {},
                    {},
                    {{200, "The document.", {{kJsonType, ""}}}},
                    {}});
  const auto document = std::make_shared<const std::string>(json::dump(openapi_document(routes)));
  routes.back().handler = [document](const std::shared_ptr<http::Exchange>& exchange) {
    http::Response response;
    response.content_type = kJsonType;
    response.body = *document;
    exchange->respond(std::move(response));
  };
  return routes;
}

std::vector<http::Route> http_routes(std::span<const ApiRoute> routes, bool open_probes) {
  std::vector<http::Route> out;
  for (const auto& route : routes) {
    http::Route made;
    made.method = route.method;
    made.pattern = route.path;
    made.handler = with_checks(route);
    made.streams_body = route.streams_body;
    if (route.streams_body) made.max_body_bytes = UINT64_MAX;  // the handler sets its own limits
    made.is_instant = route.is_instant;
    made.needs_token = !(route.is_open || (route.is_probe && open_probes));
    if (route.has_no_time_limit) made.timeout = std::chrono::milliseconds(0);
    out.push_back(std::move(made));
  }
  return out;
}

}  // namespace codeweaver::service
