// EventQueue: what waits to be sent on one event stream, between its writers and the connection.
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

/// The text of an event as it is sent, with the empty line that ends it.
std::string event_text(const Event& event);
/// The text of a comment, likewise.
std::string comment_text(std::string_view text);

/// Thread safety: all members may be called concurrently.
class EventQueue {
 public:
  /// `wake` is called, on any thread, when there is something for the connection to do.
  EventQueue(std::size_t max_bytes, std::function<void()> wake)
      : max_bytes_(max_bytes), wake_(std::move(wake)) {}

  // For writers.
  bool append(std::string_view text);
  void finish();
  bool is_open() const;
  void on_close(std::function<void()> called);

  // For the connection.
  struct Batch {
    std::string text;      ///< everything that waited
    bool is_last = false;  ///< nothing will follow
    bool overflowed = false;
  };
  Batch take();
  bool has_overflowed() const;
  /// The connection is done with the stream: writers are told, callbacks run. More calls do
  /// nothing.
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
