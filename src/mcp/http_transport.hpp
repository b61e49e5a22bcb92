// The streamable HTTP transport: one endpoint that serves both protocol eras.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "http/router.hpp"
#include "mcp/server.hpp"

namespace codeweaver::mcp {

struct HttpOptions {
  std::string path = "/mcp";
  std::size_t max_message_bytes = 16U << 20;
  std::size_t max_sessions = 256;                             ///< for legacy clients
  std::chrono::seconds session_idle = std::chrono::hours(1);  ///< idle limit of a session
};

/// Answers each POST with its response, or with an event stream if there are more messages.
/// - Stateless requests are independent: their headers must agree with their body, and a disconnect
///   cancels them.
/// - Legacy clients get a session. They listen on it with GET and end it with DELETE. Their
/// requests
///   continue after a disconnect.
/// - Sessions, tasks and sealed states are visible only to requests with the same Authorization
///   header.
/// Handlers run on the threads of the HTTP server. Copies share one transport.
/// Thread safety: all members may be called concurrently.
class HttpTransport {
 public:
  explicit HttpTransport(Server server, HttpOptions options = {});

  /// Routes for an http::Server. They keep the transport alive.
  std::vector<http::Route> routes() const;
  /// Cancels running requests and ends all sessions and streams. Call it when the HTTP server
  /// stops, because that waits for running requests. Call Server::close() before: it ends
  /// subscriptions with a response that the HTTP server must still send.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace codeweaver::mcp
