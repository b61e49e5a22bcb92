// Server: an HTTP/1.1 server for handlers that may block.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "http/http_message.hpp"
#include "http/router.hpp"
#include "http/server_load.hpp"

namespace codeweaver::http {

/// How to serve. Every field has a working default.
struct ServerOptions {
  std::string host = "127.0.0.1";  ///< address or name to listen on; not loopback: needs a token
  std::uint16_t port = 0;          ///< 0: any free one
  std::string token{};             ///< bearer token that requests must have; empty: none
  std::vector<std::string> allowed_hosts{};  ///< beside loopback names and `host`; without port
  /// Pages that may call the server beside its own: "https://example.org[:port]".
  std::vector<std::string> allowed_origins{};
  std::vector<std::string> exposed_headers{};  ///< of answers, that such pages may read

  std::size_t workers = 8;                ///< handlers that run at once, [1, 1024]
  std::size_t max_connections = 1024;     ///< more are answered with 503
  std::size_t max_queued_requests = 256;  ///< waiting for a worker; more are answered with 503
  std::uint32_t max_header_bytes = 32U << 10;
  std::uint32_t max_target_bytes = 8U << 10;
  std::uint64_t max_body_bytes = 16U << 20;
  std::size_t max_event_bytes = 1U << 20;  ///< waiting on one event stream; more end it

  std::chrono::milliseconds header_timeout{10'000};  ///< first to last byte of the head
  std::chrono::milliseconds idle_timeout{75'000};    ///< between requests, and before the first
  /// Reading a body and writing an answer may take as long as this, and what the bytes need at
  /// min_bytes_per_second.
  std::chrono::milliseconds transfer_timeout{30'000};
  std::uint64_t min_bytes_per_second = 4096;
  std::chrono::milliseconds request_timeout{120'000};  ///< of a handler; 0: none. Then 503
  std::chrono::milliseconds event_keep_alive{15'000};  ///< silence before a comment is sent
  /// For requests that run when run() is stopped; then they are asked to stop.
  std::chrono::milliseconds shutdown_grace{3000};
  /// For clients that have sent half of a request by then; then they are refused.
  std::chrono::milliseconds shutdown_input{1000};

  /// Makes the answer to what the server itself refuses, so that all errors look alike; status and
  /// the headers that go with it stay the server's. Empty: plain text. Runs on the server's thread.
  std::function<Response(int status, const Error& error)> error_response{};
  /// Called after each request on the server's thread; must be quick.
  std::function<void(const AccessRecord&)> on_request{};
  std::shared_ptr<ServerLoad> load{};  ///< kept up to date where it is given
};

/// Listens from listen() on, serves while run() runs. One thread (that of run()) does all input and
/// output; handlers run on workers. Nothing wakes up while nothing is sent.
/// What the server refuses by itself: 400, 401, 403, 404, 405, 408, 411, 413, 414, 417, 431, 500,
/// 501, 503, 505.
class Server {
 public:
  /// Binds and listens. Errors: kInvalidArgument (an option out of range, a bad route, a host that
  /// is not loopback without a token, an origin that is none); kUnavailable PORT_IN_USE (the cause
  /// names the process that holds the port, where the system tells); kIo.
  static Result<Server> listen(ServerOptions options, std::vector<Route> routes);
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  std::uint16_t port() const noexcept;
  /// "http://127.0.0.1:9328", without a slash at the end.
  const std::string& url() const noexcept;

  /// Serves until a stop is requested; then accepts nothing more, ends event streams, waits for
  /// running requests as long as the grace allows, then asks them to stop. Returns when all
  /// connections are closed and no handler runs. Call once.
  Result<void> run(std::stop_token stop);

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::http
