// ConnectionState: the negotiated state of one client, and its requests in progress.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "json/value.hpp"
#include "mcp/connection.hpp"
#include "mcp/hub.hpp"
#include "mcp/known_roots.hpp"
#include "mcp/message.hpp"

namespace codeweaver::mcp {

class Call;

/// Gets the client's result, or its error if `result` is null.
using AnswerHandler = std::function<void(const json::Value* result, const std::string& error)>;

/// Thread safety: all members may be called concurrently.
class ConnectionState : public Listener, public std::enable_shared_from_this<ConnectionState> {
 public:
  ConnectionState(std::shared_ptr<ServerCore> server, ConnectionOptions how)
      : core(std::move(server)), options(std::move(how)) {}

  const std::shared_ptr<ServerCore> core;
  const ConnectionOptions options;
  std::atomic<int> log_level = 3;  ///< legacy era: index into kLogLevels; "warning" until set
  KnownRoots roots;                ///< legacy era

  /// Sends to `stream`, or by ConnectionOptions::send if that is empty. No effect after close().
  void send(const json::Value& message, const Send& stream = {});
  /// Runs a handler by ConnectionOptions::run. No effect after close().
  void run(std::function<void()> work) const;
  void close();

  /// The legacy lifecycle.
  void agree(std::string version, json::Value capabilities);
  std::string version() const;
  json::Value capabilities() const;

  /// Registers a request. False: a request with that id is in progress.
  bool begin(const std::shared_ptr<Call>& call);
  /// Removes a request that is answered or cancelled.
  void forget(const json::Value& id, const Call* call);
  void cancel(const json::Value& id);
  std::size_t running() const;

  /// Sends a request of the server to the client; returns its id.
  std::string ask(std::string_view method, json::Value params, const Send& stream,
                  AnswerHandler then);
  /// Handles the client's response to such a request; ignores others.
  void answered(const json::Value& response);
  /// Ignores the answer to that request from now on.
  void withdraw(const std::string& id);

  /// resources/subscribe of the legacy era.
  void subscribe(std::string uri);
  void unsubscribe(const std::string& uri);
  /// The client is ready for notifications of changes.
  void start_listening();
  void hear(const Event& event) override;

 private:
  mutable std::shared_mutex sending_;  // shared while sending; guards is_closed_
  bool is_closed_ = false;

  mutable std::mutex mutex_;  // guards the members below
  bool has_ended_ = false;
  std::string version_;
  json::Value capabilities_ = json::Object{};
  std::map<std::string, std::shared_ptr<Call>> calls_;  // by id, as JSON text
  std::map<std::string, AnswerHandler> questions_;      // by our id
  std::uint64_t last_question_ = 0;
  std::set<std::string> subscribed_;  // URIs
  bool is_listening_ = false;
};

}  // namespace codeweaver::mcp
