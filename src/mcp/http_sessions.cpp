// HttpSessions: creates, finds and ends sessions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/http_sessions.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "json/writer.hpp"

namespace codeweaver::mcp {
namespace {

/// 128 random bits from the system: the id gives access to the session.
std::string new_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device device;
  std::string id;
  for (int word = 0; word < 4; ++word) {
    auto bits = device();
    for (int digit = 0; digit < 8; ++digit, bits >>= 4U) id.push_back(kDigits[bits & 0xfU]);
  }
  return id;
}

}  // namespace

std::shared_ptr<Connection> HttpSession::connection() const {
  const std::lock_guard lock(mutex_);
  return connection_;
}

void HttpSession::set_connection(std::shared_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  connection_ = std::move(connection);
}

void HttpSession::listen(std::shared_ptr<http::EventStream> stream) {
  const std::lock_guard lock(mutex_);
  if (listening_ != nullptr) listening_->close();
  listening_ = std::move(stream);
}

void HttpSession::send(const json::Value& message) {
  std::shared_ptr<http::EventStream> stream;
  {
    const std::lock_guard lock(mutex_);
    stream = listening_;
  }
  if (stream != nullptr) stream->send(json::dump(message), "message");
}

bool HttpSession::is_idle() const {
  std::shared_ptr<Connection> connection;
  {
    const std::lock_guard lock(mutex_);
    if (listening_ != nullptr && listening_->is_open()) return false;
    connection = connection_;
  }
  return connection == nullptr || connection->running() == 0;
}

void HttpSession::close() {
  std::shared_ptr<Connection> connection;
  std::shared_ptr<http::EventStream> stream;
  {
    const std::lock_guard lock(mutex_);
    connection = connection_;
    stream = std::exchange(listening_, nullptr);
  }
  if (connection != nullptr) connection->close();
  if (stream != nullptr) stream->close();
}

std::shared_ptr<HttpSession> HttpSessions::create(std::string caller) {
  std::shared_ptr<HttpSession> session;
  std::vector<std::shared_ptr<HttpSession>> ended;
  {
    const std::lock_guard lock(mutex_);
    ended = take_expired();
    if (entries_.size() < limit_) {
      session = std::make_shared<HttpSession>(new_id(), std::move(caller));
      entries_[session->id()] = {session, Clock::now()};
    }
  }
  for (const auto& one : ended) one->close();
  return session;
}

std::shared_ptr<HttpSession> HttpSessions::find(std::string_view id, std::string_view caller) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return nullptr;
  auto& [session, used] = found->second;
  if (session->caller() != caller) return nullptr;
  const auto now = Clock::now();
  if (now - used > idle_limit_ && session->is_idle()) return nullptr;  // the next create() ends it
  used = now;
  return session;
}

bool HttpSessions::remove(std::string_view id) {
  std::shared_ptr<HttpSession> session;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(id);
    if (found == entries_.end()) return false;
    session = std::move(found->second.session);
    entries_.erase(found);
  }
  session->close();
  return true;
}

void HttpSessions::close() {
  std::map<std::string, Entry, std::less<>> entries;
  {
    const std::lock_guard lock(mutex_);
    entries.swap(entries_);
  }
  for (const auto& [id, entry] : entries) entry.session->close();
}

std::vector<std::shared_ptr<HttpSession>> HttpSessions::take_expired() {
  std::vector<std::shared_ptr<HttpSession>> expired;
  const auto now = Clock::now();
  auto oldest = entries_.end();
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const bool is_idle = entry->second.session->is_idle();
    if (is_idle && now - entry->second.used > idle_limit_) {
      expired.push_back(std::move(entry->second.session));
      entry = entries_.erase(entry);
      continue;
    }
    if (is_idle && (oldest == entries_.end() || entry->second.used < oldest->second.used))
      oldest = entry;
    ++entry;
  }
  if (entries_.size() >= limit_ && oldest != entries_.end()) {
    expired.push_back(std::move(oldest->second.session));
    entries_.erase(oldest);
  }
  return expired;
}

}  // namespace codeweaver::mcp
