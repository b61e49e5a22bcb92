// HttpService: converts settings to server options and requests to log records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/api/http_service.hpp"

#include <chrono>
#include <iterator>
#include <utility>

#include "base/try.hpp"
#include "service/api/api.hpp"

namespace codeweaver::service {
namespace {

http::ServerOptions server_options(const Settings::Server& settings) {
  http::ServerOptions options;
  options.host = settings.host;
  options.port = static_cast<std::uint16_t>(settings.port);
  options.token = settings.token;
  options.allowed_hosts = settings.allowed_hosts;
  options.allowed_origins = settings.allowed_origins;
  options.exposed_headers = {"Mcp-Session-Id", "X-Request-Id", "Retry-After", "WWW-Authenticate"};
  options.workers = settings.workers;
  options.max_queued_requests = settings.max_queued_requests;
  options.max_connections = settings.max_connections;
  options.max_body_bytes = settings.max_body_bytes;
  options.request_timeout = std::chrono::milliseconds(settings.request_timeout_ms);
  options.header_timeout = std::chrono::milliseconds(settings.header_timeout_ms);
  options.idle_timeout = std::chrono::milliseconds(settings.idle_timeout_ms);
  return options;
}

/// Logs a request without its parameters, which may contain a query.
void log_access(Logger& logger, const http::AccessRecord& access) {
  LogRecord record;
  record.level = access.status >= 500 ? LogLevel::kWarning : LogLevel::kInfo;
  record.component = "server";
  record.operation = "http_request";
  record.request_id = access.request_id;
  record.status = access.status == 0 ? "gone" : std::to_string(access.status);
  record.duration_ms = std::chrono::duration<double, std::milli>(access.duration).count();
  record.context = {{"method", access.method},
                    {"path", access.path},
                    {"route", access.route},
                    {"peer", access.peer},
                    {"bytes_received", access.bytes_received},
                    {"bytes_sent", access.bytes_sent}};
  if (logger.accepts(record.level)) logger.log(record);
}

}  // namespace

Result<HttpService> HttpService::listen(const std::shared_ptr<ProjectHost>& host,
                                        const Settings::Server& settings,
                                        std::vector<http::Route> more) {
  auto routes = http_routes(api_routes(host), settings.open_probes);
  routes.insert(routes.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  auto options = server_options(settings);
  options.error_response = [](int status, const Error& error) {
    return error_response(status, error);
  };
  options.load = host->metrics().load();
  options.on_request = [host](const http::AccessRecord& access) {
    host->metrics().add_request(access);
    if (const auto& logger = host->logger()) log_access(*logger, access);
  };
  CODEWEAVER_ASSIGN(auto server, http::Server::listen(std::move(options), std::move(routes)));
  return HttpService(std::move(server));
}

}  // namespace codeweaver::service
