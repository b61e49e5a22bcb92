// Sends answers: plain ones, event streams and refusals; records each request.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <utility>

#include "base/clock.hpp"
#include "http/http_connection.hpp"

namespace codeweaver::http {

const std::string& ServerContext::date() {
  const auto now = base::system_clock().now();
  const auto second =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  if (second != date_second) {
    date_second = second;
    date_text = http_date(now);
  }
  return date_text;
}

Deadline Connection::transfer_deadline(std::uint64_t bytes) const {
  const ServerOptions& options = context_->options;
  const std::chrono::milliseconds for_bytes(bytes * 1000 / options.min_bytes_per_second);
  return SteadyClock::now() + options.transfer_timeout + for_bytes;
}

Framing Connection::framing() const {
  Framing framing;
  framing.keeps_alive = keeps_alive_;
  framing.is_http_1_1 = head_.is_http_1_1;
  framing.request_id = call_->request.id;
  framing.date = context_->date();
  framing.more = &more_headers_;
  return framing;
}

Connection::Awaitable<void> Connection::send_response(const Response& response) {
  const std::string_view body =
      response.static_body.empty() ? std::string_view(response.body) : response.static_body;
  Framing how = framing();
  if (has_body(response.status)) how.content_length = body.size();
  const bool sends_body = has_body(response.status) && call_->request.method != "HEAD";
  const std::string_view sent = sends_body ? body : std::string_view();
  const std::string head = response_head(response, how);
  status_ = response.status;
  co_await channel_->send(head, sent, transfer_deadline(head.size() + sent.size()));
}

Connection::Awaitable<void> Connection::send_answer(const Answer& answer) {
  if (answer.events) {
    co_await stream_events(answer.response, *answer.events);
    answer.events->shut();
  } else if (answer.failure.empty() && answer.response.status >= 200) {
    co_await send_response(answer.response);
  } else {
    const std::string cause =
        !answer.failure.empty() ? answer.failure : "The handler returned a non-final status";
    const Refusal refusal{
        500,
        {ErrorCategory::kInternal, "INTERNAL_ERROR", cause, "answering " + call_->request.path,
         "Report this bug with the server's log."},
        {}};
    co_await send_refusal(refusal);
  }
}

Response Connection::error_response(const Refusal& refusal) const {
  Response response;
  bool is_made = false;
  if (context_->options.error_response) {
    try {
      response = context_->options.error_response(refusal.status, refusal.error);
      is_made = true;
    } catch (const std::exception&) {
      response = {};  // as if the callback were missing: the client always gets an answer
    }
  }
  if (!is_made) {
    response.content_type = "text/plain; charset=utf-8";
    response.body = refusal.error.message() + "\n";
  }
  response.status = refusal.status;
  response.headers.insert(response.headers.end(), refusal.headers.begin(), refusal.headers.end());
  return response;
}

Connection::Awaitable<void> Connection::send_refusal(const Refusal& refusal) {
  std::string& id = call_->request.id;  // empty if the request could not be parsed
  if (id.empty()) id = context_->ids.next().to_string();
  const Response response = error_response(refusal);
  co_await send_response(response);
}

Connection::Awaitable<bool> Connection::send_events(std::string_view text,
                                                    const EventQueue& queue) {
  const std::function<bool()> is_futile = [&queue] { return queue.has_overflowed(); };
  const Deadline deadline = transfer_deadline(text.size());
  if (!head_.is_http_1_1) co_return co_await channel_->send(text, {}, deadline, is_futile);
  std::array<char, 24> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", text.size());
  const std::string body = std::string(text) + "\r\n";
  co_return co_await channel_->send(size.data(), body, deadline, is_futile);
}

Connection::Awaitable<void> Connection::stream_events(const Response& head, EventQueue& queue) {
  keeps_alive_ =
      keeps_alive_ && head_.is_http_1_1;  // without chunks, closing marks the end of the body
  Framing how = framing();
  how.is_chunked = head_.is_http_1_1;
  const std::string text = response_head(head, how);
  status_ = head.status;
  bool is_whole = co_await channel_->send(text, {}, transfer_deadline(text.size()));
  const bool is_head_only = call_->request.method == "HEAD";
  bool is_last = is_head_only || !is_whole;
  Deadline silence = SteadyClock::now() + context_->options.event_keep_alive;
  while (!is_last) {
    const EventQueue::Batch batch = queue.take();
    is_last = batch.is_last;
    is_whole = !batch.overflowed && !channel_->has_ended();
    if (is_whole && !batch.text.empty()) {
      is_whole = co_await send_events(batch.text, queue);
      silence = SteadyClock::now() + context_->options.event_keep_alive;
      if (is_whole) continue;
    }
    if (!is_whole) break;
    if (is_last) break;
    if (context_->phase != Phase::kServing) {
      call_->stop.request_stop();
      queue.finish();
      continue;
    }
    channel_->want_input();
    const bool in_time = co_await channel_->wait_until(silence);
    if (!in_time) queue.append(": keep-alive\n\n");
  }
  if (is_whole && !is_head_only && head_.is_http_1_1) {
    is_whole = co_await channel_->send("0\r\n\r\n", {}, transfer_deadline(1));
  }
  if (is_whole) co_return;
  gone_ = true;
  call_->stop.request_stop();
  channel_->close();
}

void Connection::record() const {
  if (!context_->options.on_request) return;
  AccessRecord record;
  record.request_id = call_->request.id;
  record.method = call_->request.method;
  record.path = call_->request.path;
  record.route = call_->route ? call_->route->pattern : std::string();
  record.peer = peer_;
  record.status = status_;
  record.bytes_received = body_bytes_;
  record.bytes_sent = channel_->bytes_sent() - sent_before_;
  record.duration =
      std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - started_);
  context_->options.on_request(record);
}

}  // namespace codeweaver::http
