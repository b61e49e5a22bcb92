// EventQueue: the unsent text of one event stream, between its writers and the connection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http/http_message.hpp"

namespace codeweaver::http {

/// The text of an event on the wire, with the empty line at its end.
std::string event_text(const Event& event);
/// The text of a comment on the wire.
std::string comment_text(std::string_view text);

/// Thread safety: all members may be called concurrently.
class EventQueue {
 public:
  /// Calls `wake`, on any thread, when the connection has something to do.
  EventQueue(std::size_t max_bytes, std::function<void()> wake)
      : max_bytes_(max_bytes), wake_(std::move(wake)) {}

  // For writers.
  bool append(std::string_view text);
  void finish();
  bool is_open() const;
  void on_close(std::function<void()> called);

  // For the connection.
  struct Batch {
    std::string text;      ///< all unsent text
    bool is_last = false;  ///< nothing will follow
    bool overflowed = false;
  };
  Batch take();
  bool has_overflowed() const;
  /// The connection has finished the stream: is_open() becomes false and callbacks run. Further
  /// calls have no effect.
  void shut();

 private:
  const std::size_t max_bytes_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::string waiting_;
  bool finished_ = false;
  bool overflowed_ = false;
  bool shut_ = false;
  std::vector<std::function<void()>> callbacks_;
};

}  // namespace codeweaver::http
