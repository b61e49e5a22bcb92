// A clock that the test advances, and a service with scripted answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "net/service_client.hpp"

namespace codeweaver::test {

using std::chrono::milliseconds;

/// Sleeping moves it on at once.
class FakeTimer final : public net::Timer {
 public:
  std::chrono::steady_clock::time_point now() const override {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  bool sleep(milliseconds time, std::stop_token stop) const override {
    if (on_sleep) on_sleep();
    if (stop.stop_requested()) return false;
    const std::lock_guard lock(mutex_);
    now_ += time;
    slept_.push_back(time);
    return true;
  }
  void advance(milliseconds time) {
    const std::lock_guard lock(mutex_);
    now_ += time;
  }
  std::vector<milliseconds> take_slept() {
    const std::lock_guard lock(mutex_);
    return std::exchange(slept_, {});
  }

  std::function<void()> on_sleep{};

 private:
  mutable std::mutex mutex_;
  mutable std::chrono::steady_clock::time_point now_{};  // guarded by mutex_
  mutable std::vector<milliseconds> slept_;              // guarded by mutex_
};

/// Answers in the order of the script, the last answer for ever; keeps what it was sent.
class ScriptedTransport final : public net::Transport {
 public:
  explicit ScriptedTransport(std::vector<net::Exchange> script) : script_(std::move(script)) {}

  net::Exchange exchange(const net::Request& request, std::stop_token) const override {
    if (on_exchange) on_exchange();
    std::unique_lock lock(mutex_);
    requests_.push_back(request);
    auto next = script_.at(std::min(requests_.size() - 1, script_.size() - 1));
    lock.unlock();
    auto* reply = std::get_if<net::Reply>(&next);
    if (reply == nullptr || !request.on_body || reply->status >= 300) return next;
    request.on_body(std::exchange(reply->body, {}));
    if (breaks_streams) return net::Fault{net::FaultKind::kTimeout, "silence"};
    return next;
  }
  std::vector<net::Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  void become(std::vector<net::Exchange> script) {
    const std::lock_guard lock(mutex_);
    script_ = std::move(script);
    requests_.clear();
  }

  std::function<void()> on_exchange{};
  bool breaks_streams = false;  ///< after the first piece

 private:
  mutable std::mutex mutex_;
  mutable std::vector<net::Request> requests_;  // guarded by mutex_
  std::vector<net::Exchange> script_;           // guarded by mutex_
};

inline net::Reply reply(int status, std::string body = "{}",
                        std::vector<net::Header> headers = {}) {
  return {status, std::move(headers), std::move(body)};
}
inline net::Fault fault(net::FaultKind kind) {
  return {kind, "it went wrong"};
}

}  // namespace codeweaver::test
