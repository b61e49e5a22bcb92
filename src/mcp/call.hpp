// Call: one request in progress.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "mcp/connection_state.hpp"
#include "mcp/message.hpp"
#include "mcp/request.hpp"

namespace codeweaver::mcp {

/// Sends notifications while it runs, then one response; nothing after a cancellation. It lives as
/// long as its connection or someone who will answer it holds it.
/// Thread safety: all members may be called concurrently.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(std::shared_ptr<ConnectionState> owner, Request asked, Send stream);

  const Request request;
  const std::shared_ptr<ConnectionState> connection;
  ServerCore& core() const { return *connection->core; }

  /// Answers with a result, plus the members that the era requires in every result.
  void finish(json::Value result);
  void fail(const ProtocolError& error);
  /// No effect after an answer or a cancellation.
  void notify(std::string_view method, json::Value params);
  /// Sends a request to the client (legacy era only). `then` gets the answer or an error.
  void ask(std::string_view method, json::Value params, AnswerHandler then);
  void progress(double done, std::optional<double> total, std::string_view message);
  void log(std::string_view level, const json::Value& data);
  void cancel();
  /// Keeps `held` until the call is over.
  void hold(std::shared_ptr<void> held);

  bool is_over() const { return is_over_; }
  std::stop_token stop() const { return stop_.get_token(); }

 private:
  void answer(const json::Value& reply);

  std::stop_source stop_;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;  // guards the members below, and the order of messages
  Send stream_;
  std::shared_ptr<void> held_;
  std::vector<std::string> questions_;  // ids of our requests to the client
  std::optional<double> last_progress_;
};

}  // namespace codeweaver::mcp
