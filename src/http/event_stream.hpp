// EventStream: server-sent events to one client, from any thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "http/http_message.hpp"

namespace codeweaver::http {

class EventQueue;

/// The open answer to one request (text/event-stream). Events are queued and sent by the server's
/// own thread, with a comment where nothing was said for a while, so that proxies keep the
/// connection. May outlive the handler and the server. Destroying it closes it.
/// Thread safety: all members may be called concurrently.
class EventStream {
 public:
  explicit EventStream(std::shared_ptr<EventQueue> queue) noexcept : queue_(std::move(queue)) {}
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  ~EventStream() { close(); }

  /// Queues an event. False: the stream is closed, the client is gone, or it reads so slowly that
  /// more than ServerOptions::max_event_bytes wait for it, which ends the stream.
  bool send(const Event& event);
  bool send(std::string_view data, std::string_view event = {}, std::string_view id = {}) {
    return send(Event{.data = data, .event = event, .id = id});
  }
  /// Queues a line that clients ignore. False: as send().
  bool comment(std::string_view text);
  /// Ends the answer once what is queued has been sent.
  void close();
  /// False after close(), and once the client or the server is gone.
  bool is_open() const;
  /// `called` runs once, on the server's thread, when the last byte was sent or the client is gone;
  /// here and now if that has happened. It must not block.
  void on_close(std::function<void()> called);

 private:
  std::shared_ptr<EventQueue> queue_;
};

}  // namespace codeweaver::http
