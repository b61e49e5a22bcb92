// Connection: one client, whatever carries its messages.
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

/// How a transport carries a connection.
struct ConnectionOptions {
  /// For messages that belong to no request, and for all others unless receive() got a stream.
  Send send{};
  /// Where handlers run; empty: on the thread that calls receive().
  std::function<void(std::function<void()> work)> run{};
  /// Every request must be of the stateless era; what lacks its _meta is refused.
  bool is_modern_only = false;
  /// Who the client has proved to be; empty: nobody in particular. Tasks and sealed states of one
  /// caller are unknown to all others.
  std::string caller{};
  /// Requests that may be under way at once; more are refused.
  std::size_t max_running = 1'000;
};

/// What was agreed with one client: one for a stdio process, one for a legacy HTTP session, one for
/// each HTTP request of the stateless era. Requests of both eras may be mixed.
/// Thread safety: all members may be called concurrently.
class Connection {
 public:
  Connection(std::shared_ptr<ServerCore> core, ConnectionOptions options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Takes one message. What belongs to a request goes to `stream` if given: its progress, its log
  /// messages, its questions to the client, and last, exactly once unless it is cancelled, its
  /// response. Notifications and responses get no answer. Never fails: what is wrong becomes an
  /// error response.
  void receive(json::Value message, Send stream = {});
  /// As notifications/cancelled: for transports that hear of it otherwise.
  void cancel(const json::Value& request_id);
  /// Cancels what runs and ends subscriptions; nothing is sent from now on, by when this returns.
  void close();

  bool is_initialized() const;
  /// The legacy version that `initialize` agreed on; empty before.
  std::string version() const;
  /// Requests that are being answered, subscriptions among them.
  std::size_t running() const;

 private:
  std::shared_ptr<ConnectionState> state_;
};

}  // namespace codeweaver::mcp
