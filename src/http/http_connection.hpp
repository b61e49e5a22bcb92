// Connection: one client's requests, one after another. Internal: has Boost's headers.
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

/// Reads a request, admits it, gives it to a worker, sends the answer; then the next.
/// Lives in the frame of the coroutine that calls serve(), on the loop's thread.
class Connection {
 public:
  Connection(std::shared_ptr<ServerContext> context, boost::asio::ip::tcp::socket socket);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  boost::asio::awaitable<void> serve();
  /// Answers nothing but 503, for one connection too many.
  boost::asio::awaitable<void> turn_away();

 private:
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;
  enum class Outcome { kNextRequest, kClose };

  // connection.cpp
  Awaitable<Outcome> serve_one();
  /// False: the client sent nothing, or went.
  Awaitable<bool> read_head(std::optional<Refusal>& refusal);
  Awaitable<bool> wait_for_first_byte();
  /// Answers "Expect: 100-continue" of a client that waits for that.
  Awaitable<void> invite_body();
  Awaitable<std::optional<Refusal>> receive_body();
  std::optional<Refusal> read_body_piece(std::string& into);
  std::optional<Refusal> dispatch();
  /// Nobody will send an answer: a handler that waits for a worker never runs, one that runs is
  /// asked to stop.
  void give_up(Error why);
  Awaitable<std::optional<Refusal>> wait_for_answer(std::optional<Answer>& answer);
  void pass_body_on();
  Deadline body_deadline() const;
  /// Why a request that was not sent in time is refused.
  Refusal late(std::string what) const;
  bool has_gone() const { return channel_->is_broken() || gone_; }

  // admission.cpp
  /// `answer` is set where there is one already.
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
  bool gone_ = false;     ///< in the middle of a request
  bool lingers_ = false;  ///< the client may still be sending when the connection closes

  // Of the request at hand:
  RequestParser parser_;
  RequestHead head_;
  std::shared_ptr<Call> call_;
  std::vector<Header> more_headers_;  ///< of its answer
  std::uint64_t job_ = 0;             ///< of the workers; 0: none
  Deadline started_{};
  std::uint64_t body_bytes_ = 0;
  SteadyClock::duration body_waited_{};  ///< for the client to send
  bool is_body_over_ = false;            ///< nothing more of it will reach the handler
  std::uint64_t sent_before_ = 0;
  int status_ = 0;
};

}  // namespace codeweaver::http
