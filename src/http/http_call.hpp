// Call: the state that an Exchange and its connection share.
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

/// The answer of a handler.
struct Answer {
  Response response;  ///< for an event stream: its head
  std::shared_ptr<EventQueue> events;
  std::string failure;  ///< not empty: the reason why there is no response

  static Answer failed(std::string why) { return {{}, nullptr, std::move(why)}; }
};

/// Thread safety: members without the mutex are immutable as soon as a handler has the exchange.
struct Call {
  Call(std::function<void()> wake_connection, std::size_t max_event_bytes)
      : wake(std::move(wake_connection)), body(wake), max_events(max_event_bytes) {}

  const std::function<void()> wake;  ///< wakes the connection; callable on any thread
  Request request;
  std::shared_ptr<const Route> route;
  PathValues path_values;
  std::stop_source stop;
  BodyPipe body;
  const std::size_t max_events;

  /// Stores an answer for the connection. False: there is one already, or it is too late.
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
  /// Returns the answer the first time, then nullopt.
  std::optional<Answer> take_answer() {
    const std::lock_guard lock(mutex);
    return std::exchange(answer, std::nullopt);
  }
  /// Drops all later answers. True: there was no answer yet.
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
