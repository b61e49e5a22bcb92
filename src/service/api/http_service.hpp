// HttpService: the HTTP server of our API with its limits and access log.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/settings.hpp"
#include "http/http_server.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Thread safety: as http::Server.
class HttpService {
 public:
  /// Listens for calls of the API on the projects of `host` and of the routes in `more`. Logs
  /// requests to the host's log. Errors: those of http::Server::listen().
  static Result<HttpService> listen(const std::shared_ptr<ProjectHost>& host,
                                    const Settings::Server& settings,
                                    std::vector<http::Route> more = {});

  /// "http://127.0.0.1:9328".
  const std::string& url() const noexcept { return server_.url(); }
  /// Serves until a stop is requested, then waits for running requests like http::Server.
  Result<void> run(std::stop_token stop) { return server_.run(std::move(stop)); }

 private:
  explicit HttpService(http::Server server) : server_(std::move(server)) {}

  http::Server server_;
};

}  // namespace codeweaver::service
