// EventStream: server-sent events to one client, from any thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "http/http_message.hpp"

namespace codeweaver::http {

class EventQueue;

/// The open answer to one request (text/event-stream). It queues events; the server's thread sends
/// them. After a silence the server sends a comment, so that proxies keep the connection open. The
/// stream may outlive the handler and the server. The destructor closes it.
/// Thread safety: all members may be called concurrently.
class EventStream {
 public:
  explicit EventStream(std::shared_ptr<EventQueue> queue) noexcept : queue_(std::move(queue)) {}
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  ~EventStream() { close(); }

  /// Queues an event. False: the stream is closed, the client disconnected, or it reads too
  /// slowly: more than ServerOptions::max_event_bytes are queued, which ends the stream.
  bool send(const Event& event);
  bool send(std::string_view data, std::string_view event = {}, std::string_view id = {}) {
    return send(Event{.data = data, .event = event, .id = id});
  }
  /// Queues a line that clients ignore. False: as send().
  bool comment(std::string_view text);
  /// Ends the answer after the queued events.
  void close();
  /// False after close(), or after the client disconnected or the server ended.
  bool is_open() const;
  /// Calls `called` once, on the server's thread, when the last byte was sent or the client
  /// disconnected; immediately if that has already happened. `called` must not block.
  void on_close(std::function<void()> called);

 private:
  std::shared_ptr<EventQueue> queue_;
};

}  // namespace codeweaver::http
