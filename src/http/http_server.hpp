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

/// Options of a server. Every field has a working default.
struct ServerOptions {
  std::string host = "127.0.0.1";  ///< address or name to listen on; non-loopback needs a token
  std::uint16_t port = 0;          ///< 0: any free port
  std::string token{};             ///< bearer token that requests must have; empty: none
  std::vector<std::string> allowed_hosts{};  ///< in addition to loopback names and `host`; no port
  /// Other sites with pages that may call the server: "https://example.org[:port]".
  std::vector<std::string> allowed_origins{};
  std::vector<std::string> exposed_headers{};  ///< response headers that these pages may read

  std::size_t workers = 8;                ///< handlers that run at once, [1, 1024]
  std::size_t max_connections = 1024;     ///< more are answered with 503
  std::size_t max_queued_requests = 256;  ///< waiting for a worker; more are answered with 503
  std::uint32_t max_header_bytes = 32U << 10;
  std::uint32_t max_target_bytes = 8U << 10;
  std::uint64_t max_body_bytes = 16U << 20;
  std::size_t max_event_bytes = 1U << 20;  ///< unsent bytes of one event stream; more end it

  std::chrono::milliseconds header_timeout{10'000};  ///< first to last byte of the head
  std::chrono::milliseconds idle_timeout{75'000};    ///< between requests, and before the first
  /// Time limit for reading a body or writing an answer, plus the time that the bytes need at
  /// min_bytes_per_second.
  std::chrono::milliseconds transfer_timeout{30'000};
  std::uint64_t min_bytes_per_second = 4096;
  std::chrono::milliseconds request_timeout{120'000};  ///< for a handler, then 503; 0: no limit
  std::chrono::milliseconds event_keep_alive{15'000};  ///< silence before a comment is sent
  /// Time for running requests after a stop of run(); then they are asked to stop.
  std::chrono::milliseconds shutdown_grace{3000};
  /// Time for incomplete requests after a stop of run(); then they are refused.
  std::chrono::milliseconds shutdown_input{1000};

  /// Makes the answers to requests that the server itself refuses, so that all errors have one
  /// form. The server sets the status and its headers. Empty: plain text. Runs on the server's
  /// thread.
  std::function<Response(int status, const Error& error)> error_response{};
  /// Called after each request on the server's thread; must be quick.
  std::function<void(const AccessRecord&)> on_request{};
  std::shared_ptr<ServerLoad> load{};  ///< kept up to date if given
};

/// Listens from listen() on and serves while run() runs. The thread of run() does all input and
/// output; handlers run on workers. An idle server does not wake up.
/// Status codes from the server itself: 400, 401, 403, 404, 405, 408, 411, 413, 414, 417, 431, 500,
/// 501, 503, 505.
class Server {
 public:
  /// Binds and listens. Errors: kInvalidArgument (an option out of range, a bad route, a
  /// non-loopback host without a token, an invalid origin); kUnavailable PORT_IN_USE (the cause
  /// names the process that uses the port, if the system shows it); kIo.
  static Result<Server> listen(ServerOptions options, std::vector<Route> routes);
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  std::uint16_t port() const noexcept;
  /// "http://127.0.0.1:9328", without a final slash.
  const std::string& url() const noexcept;

  /// Serves until a stop is requested. Then it accepts no more connections, ends event streams,
  /// waits for running requests up to shutdown_grace, and asks the remaining ones to stop. Returns
  /// when all connections are closed and no handler runs. Call it once.
  Result<void> run(std::stop_token stop);

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::http
