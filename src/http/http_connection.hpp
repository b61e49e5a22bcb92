// Connection: serves the requests of one client in order. Internal: uses Boost.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/channel.hpp"
#include "http/http_call.hpp"
#include "http/request_parser.hpp"
#include "http/response_head.hpp"
#include "http/server_context.hpp"

namespace codeweaver::http {

/// For each request: reads it, checks it, passes it to a worker, and sends the answer.
/// Lives in the frame of the coroutine that calls serve(), on the loop's thread.
class Connection {
 public:
  Connection(std::shared_ptr<ServerContext> context, boost::asio::ip::tcp::socket socket);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  boost::asio::awaitable<void> serve();
  /// Answers with 503, because there are too many connections.
  boost::asio::awaitable<void> turn_away();

 private:
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;
  enum class Outcome { kNextRequest, kClose };

  // connection.cpp
  Awaitable<Outcome> serve_one();
  /// False: the client sent nothing or disconnected.
  Awaitable<bool> read_head(std::optional<Refusal>& refusal);
  Awaitable<bool> wait_for_first_byte();
  /// Sends "100 Continue" to a client that waits for it.
  Awaitable<void> invite_body();
  Awaitable<std::optional<Refusal>> receive_body();
  std::optional<Refusal> read_body_piece(std::string& into);
  std::optional<Refusal> dispatch();
  /// Drops the answer of the request. A handler that waits for a worker never runs; a running one
  /// is asked to stop.
  void give_up(Error why);
  Awaitable<std::optional<Refusal>> wait_for_answer(std::optional<Answer>& answer);
  void pass_body_on();
  Deadline body_deadline() const;
  /// The refusal of a request that was not sent in time.
  Refusal late(std::string what) const;
  bool has_gone() const { return channel_->is_broken() || gone_; }

  // admission.cpp
  /// Sets `answer` if the answer is known already.
  std::optional<Refusal> admit(std::optional<Answer>& answer);
  std::optional<Refusal> check_framing() const;
  std::optional<Refusal> check_body() const;

  // answer.cpp
  Awaitable<void> send_answer(const Answer& answer);
  Awaitable<void> send_refusal(const Refusal& refusal);
  Awaitable<void> send_response(const Response& response);
  Awaitable<void> stream_events(const Response& head, EventQueue& queue);
  Awaitable<bool> send_events(std::string_view text, const EventQueue& queue);
  Response error_response(const Refusal& refusal) const;
  Framing framing() const;
  Deadline transfer_deadline(std::uint64_t bytes) const;
  void record() const;

  const std::shared_ptr<ServerContext> context_;
  const std::string peer_;
  const std::shared_ptr<Channel> channel_;
  bool keeps_alive_ = true;
  bool gone_ = false;     ///< the client left in the middle of a request
  bool lingers_ = false;  ///< the client may still be sending when the connection closes

  // State of the current request:
  RequestParser parser_;
  RequestHead head_;
  std::shared_ptr<Call> call_;
  std::vector<Header> more_headers_;  ///< extra headers of the answer
  std::uint64_t job_ = 0;             ///< job of the workers; 0: none
  Deadline started_{};
  std::uint64_t body_bytes_ = 0;
  SteadyClock::duration body_waited_{};  ///< time spent waiting for the client to send
  bool is_body_over_ = false;            ///< the handler gets no more of the body
  std::uint64_t sent_before_ = 0;
  int status_ = 0;
};

}  // namespace codeweaver::http
