// HTTP sessions of the legacy era: one for each initialized client.
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

/// One client, and the stream for messages that belong to none of its requests.
/// Thread safety: all members may be called concurrently.
class HttpSession {
 public:
  HttpSession(std::string id, std::string caller)
      : id_(std::move(id)), caller_(std::move(caller)) {}

  const std::string& id() const noexcept { return id_; }
  /// The owner: ConnectionOptions::caller.
  const std::string& caller() const noexcept { return caller_; }
  std::shared_ptr<Connection> connection() const;
  void set_connection(std::shared_ptr<Connection> connection);
  /// Replaces the older stream of the client.
  void listen(std::shared_ptr<http::EventStream> stream);
  /// Sends a message to the stream; drops it if there is no stream.
  void send(const json::Value& message);
  /// Whether no request is in progress and there is no stream.
  bool is_idle() const;
  /// Cancels running requests and closes the stream.
  void close();

 private:
  const std::string id_;
  const std::string caller_;
  mutable std::mutex mutex_;
  std::shared_ptr<Connection> connection_;        // guarded by mutex_
  std::shared_ptr<http::EventStream> listening_;  // guarded by mutex_
};

/// The sessions by id. Idle sessions end after the idle limit, or when a new session needs the
/// space. This is checked when requests arrive, so an idle server does not wake up.
/// Thread safety: all members may be called concurrently.
class HttpSessions {
 public:
  HttpSessions(std::size_t limit, std::chrono::seconds idle_limit)
      : limit_(limit), idle_limit_(idle_limit) {}

  /// A new session. Null: too many sessions are busy.
  std::shared_ptr<HttpSession> create(std::string caller = {});
  /// Null: that caller has no session with that id, or it has ended.
  std::shared_ptr<HttpSession> find(std::string_view id, std::string_view caller = {});
  bool remove(std::string_view id);
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::shared_ptr<HttpSession> session;
    Clock::time_point used;
  };
  /// Removes and returns the sessions that must end.
  std::vector<std::shared_ptr<HttpSession>> take_expired();

  const std::size_t limit_;
  const std::chrono::seconds idle_limit_;
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;  // guarded by mutex_
};

}  // namespace codeweaver::mcp
