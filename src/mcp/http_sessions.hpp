// Sessions of the legacy era over HTTP: one for each client that has initialized.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/event_stream.hpp"
#include "mcp/connection.hpp"

namespace codeweaver::mcp {

/// One client, and the stream it listens on for what belongs to none of its requests.
/// Thread safety: all members may be called concurrently.
class HttpSession {
 public:
  HttpSession(std::string id, std::string caller)
      : id_(std::move(id)), caller_(std::move(caller)) {}

  const std::string& id() const noexcept { return id_; }
  /// Whose it is: ConnectionOptions::caller.
  const std::string& caller() const noexcept { return caller_; }
  std::shared_ptr<Connection> connection() const;
  void set_connection(std::shared_ptr<Connection> connection);
  /// A client that comes back takes the place of its older stream.
  void listen(std::shared_ptr<http::EventStream> stream);
  /// Dropped while nobody listens.
  void send(const json::Value& message);
  /// No request is answered and nobody listens.
  bool is_idle() const;
  /// Cancels what runs and closes the stream.
  void close();

 private:
  const std::string id_;
  const std::string caller_;
  mutable std::mutex mutex_;
  std::shared_ptr<Connection> connection_;        // guarded by mutex_
  std::shared_ptr<http::EventStream> listening_;  // guarded by mutex_
};

/// The sessions by their ids. Idle ones end when they are older than the limit or others need their
/// place; that is looked at when requests come, so that an idle server stays asleep.
/// Thread safety: all members may be called concurrently.
class HttpSessions {
 public:
  HttpSessions(std::size_t limit, std::chrono::seconds idle_limit)
      : limit_(limit), idle_limit_(idle_limit) {}

  /// Null: so many sessions are busy that there is no place.
  std::shared_ptr<HttpSession> create(std::string caller = {});
  /// Null: that caller never had one of that id, or it has ended.
  std::shared_ptr<HttpSession> find(std::string_view id, std::string_view caller = {});
  bool remove(std::string_view id);
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::shared_ptr<HttpSession> session;
    Clock::time_point used;
  };
  /// Those that have to end, taken out of the map.
  std::vector<std::shared_ptr<HttpSession>> take_expired();

  const std::size_t limit_;
  const std::chrono::seconds idle_limit_;
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;  // guarded by mutex_
};

}  // namespace codeweaver::mcp
