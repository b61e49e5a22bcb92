// Call: what an Exchange and the connection that it came from share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "http/body_pipe.hpp"
#include "http/event_queue.hpp"
#include "http/http_message.hpp"
#include "http/router.hpp"

namespace codeweaver::http {

/// What a handler has decided on.
struct Answer {
  Response response;  ///< for an event stream its head
  std::shared_ptr<EventQueue> events;
  std::string failure;  ///< not empty: there is no response, and this is why

  static Answer failed(std::string why) { return {{}, nullptr, std::move(why)}; }
};

/// Thread safety: what is not guarded by the mutex is immutable once a handler has the exchange.
struct Call {
  Call(std::function<void()> wake_connection, std::size_t max_event_bytes)
      : wake(std::move(wake_connection)), body(wake), max_events(max_event_bytes) {}

  const std::function<void()> wake;  ///< any thread; tells the connection to look
  Request request;
  std::shared_ptr<const Route> route;
  PathValues path_values;
  std::stop_source stop;
  BodyPipe body;
  const std::size_t max_events;

  /// Leaves an answer for the connection. False: there is one, or it is too late.
  bool leave(Answer given) {
    {
      const std::lock_guard lock(mutex);
      if (is_answered) return false;
      is_answered = true;
      answer = std::move(given);
    }
    wake();
    return true;
  }
  /// The answer, once.
  std::optional<Answer> take_answer() {
    const std::lock_guard lock(mutex);
    return std::exchange(answer, std::nullopt);
  }
  /// Nobody will send what comes from now on. True: there was no answer yet.
  bool abandon(Error why) {
    std::optional<Answer> dropped;
    bool was_open = false;
    {
      const std::lock_guard lock(mutex);
      was_open = !std::exchange(is_answered, true);
      dropped.swap(answer);
    }
    if (dropped && dropped->events) dropped->events->shut();
    body.fail(std::move(why));
    return was_open;
  }

  mutable std::mutex mutex;
  // Guarded by mutex:
  bool is_answered = false;
  std::optional<Answer> answer;
};

}  // namespace codeweaver::http
