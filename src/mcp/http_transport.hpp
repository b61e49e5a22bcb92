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
  std::size_t max_sessions = 256;                             ///< of legacy clients
  std::chrono::seconds session_idle = std::chrono::hours(1);  ///< then they may end
};

/// Answers each POST with its response, or with a stream of events if there is more to tell.
/// Stateless requests stand alone: their headers must agree with their body, and a client that goes
/// away cancels them. Legacy clients get a session, may listen on it with GET and end it with
/// DELETE; what they asked for goes on without them. Sessions, tasks and sealed states are known to
/// requests with the Authorization header that made them alone. Handlers run on the threads of the
/// HTTP server. Thread safety: all members may be called concurrently. Copies are one transport.
class HttpTransport {
 public:
  explicit HttpTransport(Server server, HttpOptions options = {});

  /// For an http::Server; they keep the transport alive.
  std::vector<http::Route> routes() const;
  /// Cancels what runs and ends all sessions and streams: call it when the HTTP server shall stop,
  /// which waits for its running requests. Before it, Server::close() ends subscriptions with their
  /// response, which the HTTP server has to be there to send.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace codeweaver::mcp
