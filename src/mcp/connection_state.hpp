// ConnectionState: what was agreed with one client, and what is under way.
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

/// The client's result, or the error that it answered with.
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

  /// To `stream`, or to the connection's own if that is empty; nowhere once closed.
  void send(const json::Value& message, const Send& stream = {});
  /// Runs a handler where the transport wants it; nowhere once closed.
  void run(std::function<void()> work) const;
  void close();

  /// The legacy lifecycle.
  void agree(std::string version, json::Value capabilities);
  std::string version() const;
  json::Value capabilities() const;

  /// False: a request of that id is being answered.
  bool begin(const std::shared_ptr<Call>& call);
  /// Its call is answered or cancelled.
  void forget(const json::Value& id, const Call* call);
  void cancel(const json::Value& id);
  std::size_t running() const;

  /// Requests of the server; returns the id.
  std::string ask(std::string_view method, json::Value params, const Send& stream,
                  AnswerHandler then);
  /// The client's response to one of them; no effect for others.
  void answered(const json::Value& response);
  /// Nobody waits for that answer any more.
  void withdraw(const std::string& id);

  /// resources/subscribe of the legacy era.
  void subscribe(std::string uri);
  void unsubscribe(const std::string& uri);
  /// The client is ready to be told of changes.
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
