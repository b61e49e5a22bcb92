// Connection: one client, independent of the transport.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "json/value.hpp"
#include "mcp/message.hpp"

namespace codeweaver::mcp {

class ConnectionState;
struct ServerCore;

/// How a transport serves a connection.
struct ConnectionOptions {
  /// Sends messages that belong to no request, and all others unless receive() got a stream.
  Send send{};
  /// Runs handlers; empty: they run on the thread that calls receive().
  std::function<void(std::function<void()> work)> run{};
  /// Accepts only requests of the stateless era; refuses requests without its _meta.
  bool is_modern_only = false;
  /// Identity of the authenticated client; empty: anonymous. Callers cannot see the tasks and
  /// sealed states of other callers.
  std::string caller{};
  /// Maximum number of requests in progress; more are refused.
  std::size_t max_running = 1'000;
};

/// One client. There is one connection for a stdio process, one for a legacy HTTP session, and one
/// for each HTTP request of the stateless era. It may mix requests of both eras.
/// Thread safety: all members may be called concurrently.
class Connection {
 public:
  Connection(std::shared_ptr<ServerCore> core, ConnectionOptions options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Handles one message. All messages of a request go to `stream` if given: progress, log
  /// messages, questions to the client, and last exactly one response (none if cancelled).
  /// Notifications and responses get no answer. Never fails: errors become error responses.
  /// `request_id`: RequestContext::request_id() of its handlers.
  void receive(json::Value message, Send stream = {}, const std::string& request_id = {});
  /// Like notifications/cancelled, for transports that learn of a cancellation in another way.
  void cancel(const json::Value& request_id);
  /// Cancels running requests and ends subscriptions. Nothing is sent after this returns.
  void close();

  bool is_initialized() const;
  /// The legacy version negotiated by `initialize`; empty before.
  std::string version() const;
  /// Number of requests in progress, including subscriptions.
  std::size_t running() const;

 private:
  std::shared_ptr<ConnectionState> state_;
};

}  // namespace codeweaver::mcp
