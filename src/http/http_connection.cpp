// Connection: reads requests and waits for their handlers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/http_connection.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace codeweaver::http {
namespace {

using std::chrono::milliseconds;

Error client_gone() {
  return {ErrorCategory::kUnavailable, "CLIENT_GONE",
          "The client disconnected before it sent the whole body", "", ""};
}

Error took_too_long(std::string what) {
  return {ErrorCategory::kCancelled, "REQUEST_TIMEOUT", std::move(what) + " took too long", "",
          "Try again."};
}

Error body_too_large(std::uint64_t limit) {
  return {ErrorCategory::kInvalidArgument, "PAYLOAD_TOO_LARGE",
          "The body is larger than " + std::to_string(limit) + " bytes", "",
          "Send less data per request."};
}

Refusal shutting_down() {
  return {503,
          {ErrorCategory::kCancelled, "SHUTTING_DOWN", "The server is shutting down", "",
           "Try again later."},
          {{"Retry-After", "5"}}};
}

/// Counts a request as running while this object lives.
class InProgress {
 public:
  explicit InProgress(ServerLoad& load) : load_(load) { ++load_.requests; }
  ~InProgress() { --load_.requests; }
  InProgress(const InProgress&) = delete;
  InProgress& operator=(const InProgress&) = delete;

 private:
  ServerLoad& load_;
};

std::uint64_t body_limit(const Route& route, const ServerOptions& options) {
  return route.max_body_bytes.value_or(options.max_body_bytes);
}

std::string peer_of(const boost::asio::ip::tcp::socket& socket) {
  boost::system::error_code error;
  const auto peer = socket.remote_endpoint(error);
  if (error) return {};
  const std::string address = peer.address().to_string();
  const std::string host = peer.address().is_v6() ? "[" + address + "]" : address;
  return host + ":" + std::to_string(peer.port());
}

}  // namespace

Connection::Connection(std::shared_ptr<ServerContext> context, boost::asio::ip::tcp::socket socket)
    : context_(std::move(context)),
      peer_(peer_of(socket)),
      channel_(std::make_shared<Channel>(
          context_->loop, std::move(socket),
          std::max(std::size_t{64} << 10, std::size_t{context_->options.max_header_bytes} + 4096))),
      parser_(context_->options.max_header_bytes) {
  context_->channels.insert(channel_.get());
  ++context_->load->connections;
}

Connection::~Connection() {
  if (call_) give_up(client_gone());
  channel_->close();
  context_->channels.erase(channel_.get());
  --context_->load->connections;
  if (context_->channels.empty() && context_->on_last_gone) context_->on_last_gone();
}

Connection::Awaitable<void> Connection::serve() {
  Outcome outcome = Outcome::kNextRequest;
  while (outcome == Outcome::kNextRequest) outcome = co_await serve_one();
  constexpr milliseconds kLinger{1000};
  if (lingers_) co_await channel_->linger(SteadyClock::now() + kLinger);
}

Connection::Awaitable<void> Connection::turn_away() {
  call_ = std::make_shared<Call>([] {}, 0);
  started_ = SteadyClock::now();
  keeps_alive_ = false;
  const Refusal refusal{503,
                        {ErrorCategory::kUnavailable, "TOO_MANY_CONNECTIONS",
                         "The server has too many connections", "", "Try again soon."},
                        {{"Retry-After", "1"}}};
  co_await send_refusal(refusal);
  record();
  constexpr milliseconds kLinger{200};
  if (!channel_->is_broken()) co_await channel_->linger(SteadyClock::now() + kLinger);
}

Connection::Awaitable<Connection::Outcome> Connection::serve_one() {
  parser_ = RequestParser(context_->options.max_header_bytes);
  head_ = {};
  call_ = std::make_shared<Call>(channel_->waker(), context_->options.max_event_bytes);
  job_ = 0;
  body_bytes_ = 0;
  body_waited_ = {};
  is_body_over_ = false;
  sent_before_ = channel_->bytes_sent();
  status_ = 0;
  more_headers_.clear();

  std::optional<Refusal> refusal;
  const bool has_request = co_await read_head(refusal);
  lingers_ = has_request;
  if (!has_request) co_return Outcome::kClose;
  const InProgress counted(*context_->load);
  std::optional<Answer> answer;
  if (!refusal) refusal = admit(answer);
  if (!refusal && !answer) {
    co_await invite_body();
    if (!call_->route->streams_body) refusal = co_await receive_body();
    if (!refusal && !has_gone()) {
      is_body_over_ = parser_.is_done() && !call_->route->streams_body;
      refusal = dispatch();
    }
    if (!refusal && !has_gone()) refusal = co_await wait_for_answer(answer);
  }

  // The unread rest of this request cannot be distinguished from the next request.
  keeps_alive_ = keeps_alive_ && parser_.is_done() && context_->phase == Phase::kServing;
  if (refusal) {
    give_up(refusal->error);
    co_await send_refusal(*refusal);
  } else if (answer) {
    co_await send_answer(*answer);
  }
  record();
  co_return keeps_alive_ && !has_gone() ? Outcome::kNextRequest : Outcome::kClose;
}

Connection::Awaitable<bool> Connection::wait_for_first_byte() {
  const Deadline deadline = SteadyClock::now() + context_->options.idle_timeout;
  for (;;) {
    // Some clients send an empty line after a body.
    while (channel_->input().starts_with("\r\n")) channel_->use_input(2);
    if (!channel_->input().empty() && channel_->input() != "\r") co_return true;
    if (channel_->has_ended() || context_->phase != Phase::kServing) co_return false;
    channel_->want_input();
    const bool in_time = co_await channel_->wait_until(deadline);
    if (!in_time) co_return false;
  }
}

Connection::Awaitable<bool> Connection::read_head(std::optional<Refusal>& refusal) {
  const bool has_begun = co_await wait_for_first_byte();
  if (!has_begun) co_return false;
  started_ = SteadyClock::now();
  const Deadline deadline = started_ + context_->options.header_timeout;
  while (!parser_.has_head()) {
    channel_->use_input(parser_.put(channel_->input()));
    if (parser_.failure()) {
      refusal = parser_.failure();
      break;
    }
    if (parser_.has_head()) break;
    if (channel_->has_ended() || context_->phase == Phase::kEnding) co_return false;
    channel_->want_input();
    const bool in_time = co_await channel_->wait_until(std::min(deadline, context_->last_input));
    if (!in_time) {
      refusal = late("Sending the head of the request");
      break;
    }
  }
  if (!refusal) head_ = parser_.take_head();
  keeps_alive_ = !refusal && head_.keeps_alive;
  co_return true;
}

Connection::Awaitable<void> Connection::invite_body() {
  const bool is_awaited = call_->request.header("expect") != nullptr && head_.is_http_1_1;
  if (!is_awaited || parser_.is_done() || !channel_->input().empty()) co_return;
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  co_await channel_->send(kContinue, {}, transfer_deadline(kContinue.size()));
}

std::optional<Refusal> Connection::read_body_piece(std::string& into) {
  channel_->use_input(parser_.put(channel_->input()));
  into = parser_.take_body();
  body_bytes_ += into.size();
  if (parser_.failure()) return parser_.failure();
  const std::uint64_t limit = body_limit(*call_->route, context_->options);
  if (body_bytes_ > limit) return Refusal{413, body_too_large(limit), {}};
  if (!parser_.is_done() && channel_->is_input_full() && into.empty()) {
    return Refusal{400,
                   {ErrorCategory::kInvalidArgument, "BAD_REQUEST",
                    "The head of a chunk is too long", "", "Send chunks without extensions."},
                   {}};
  }
  return std::nullopt;
}

Deadline Connection::body_deadline() const {
  const ServerOptions& options = context_->options;
  const milliseconds for_bytes(body_bytes_ * 1000 / options.min_bytes_per_second);
  return SteadyClock::now() + options.transfer_timeout + for_bytes - body_waited_;
}

Connection::Awaitable<std::optional<Refusal>> Connection::receive_body() {
  std::string& body = call_->request.body;
  while (!parser_.is_done()) {
    std::string piece;
    auto refusal = read_body_piece(piece);
    if (refusal) co_return refusal;
    body.append(piece);
    if (parser_.is_done()) break;
    gone_ = channel_->has_ended() || context_->phase == Phase::kEnding;
    if (gone_) break;
    channel_->want_input();
    const Deadline before = SteadyClock::now();
    const bool in_time =
        co_await channel_->wait_until(std::min(body_deadline(), context_->last_input));
    body_waited_ += SteadyClock::now() - before;
    if (!in_time) co_return late("Sending the body of the request");
  }
  co_return std::nullopt;
}

Refusal Connection::late(std::string what) const {
  if (context_->phase == Phase::kServing) return {408, took_too_long(std::move(what)), {}};
  return shutting_down();
}

std::optional<Refusal> Connection::dispatch() {
  auto run = [exchange = std::make_shared<Exchange>(call_), call = call_] {
    try {
      call->route->handler(exchange);
    } catch (const std::exception& failure) {
      call->leave(Answer::failed(std::string("The handler failed: ") + failure.what()));
    } catch (...) {
      call->leave(Answer::failed("The handler failed"));
    }
  };
  if (call_->route->is_instant) {
    run();
    return std::nullopt;
  }
  const auto job = context_->workers.submit(std::move(run));
  job_ = job.value_or(0);
  if (job) return std::nullopt;
  return Refusal{503,
                 {ErrorCategory::kUnavailable, "OVERLOADED", "The server is overloaded", "",
                  "Try again soon."},
                 {{"Retry-After", "1"}}};
}

void Connection::give_up(Error why) {
  if (call_->abandon(std::move(why))) call_->stop.request_stop();
  context_->workers.withdraw(job_);
}

void Connection::pass_body_on() {
  while (!is_body_over_ && call_->body.has_room()) {
    std::string piece;
    const auto refusal = read_body_piece(piece);
    call_->body.write(piece);
    if (refusal) {
      call_->body.fail(refusal->error);
    } else if (parser_.is_done()) {
      call_->body.end();
    } else if (!piece.empty()) {
      continue;
    } else if (channel_->has_ended()) {  // the remaining input is incomplete and stays so
      call_->body.fail(client_gone());
    } else {
      return;
    }
    is_body_over_ = true;
  }
}

Connection::Awaitable<std::optional<Refusal>> Connection::wait_for_answer(
    std::optional<Answer>& answer) {
  const milliseconds timeout = call_->route->timeout.value_or(context_->options.request_timeout);
  const auto limit_from_now = [&] {
    return timeout.count() > 0 ? SteadyClock::now() + timeout : never();
  };
  Deadline limit = limit_from_now();
  for (;;) {
    const std::uint64_t passed_before = body_bytes_;
    pass_body_on();
    if (body_bytes_ != passed_before) limit = limit_from_now();
    answer = call_->take_answer();
    if (answer) co_return std::nullopt;
    const bool is_ending = context_->phase == Phase::kEnding;
    if (channel_->has_ended() || is_ending) call_->stop.request_stop();
    // A client that has closed its side may still read, but it does not get a worker.
    gone_ = channel_->has_ended() && context_->workers.withdraw(job_);
    if (has_gone()) co_return std::nullopt;
    if (is_ending) limit = std::min(limit, context_->last_call);

    const bool waits_for_client = !is_body_over_ && call_->body.has_room();
    if (is_body_over_ || waits_for_client) channel_->want_input();
    const Deadline client_limit = waits_for_client ? body_deadline() : limit;
    const Deadline before = SteadyClock::now();
    const bool in_time = co_await channel_->wait_until(std::min(limit, client_limit));
    if (waits_for_client) body_waited_ += SteadyClock::now() - before;
    if (in_time) continue;
    if (client_limit < limit) {
      co_return Refusal{408, took_too_long("Sending the body of the request"), {}};
    }
    if (!is_ending) co_return Refusal{503, took_too_long("Answering"), {{"Retry-After", "1"}}};
    co_return shutting_down();
  }
}

}  // namespace codeweaver::http
