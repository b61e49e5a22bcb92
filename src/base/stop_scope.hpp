// StopScope: lets calls that take no stop token be stopped all the same.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <utility>

namespace codeweaver::base {

/// While it lives, calls of services that this thread makes end when the token says so, and by a
/// time where one is given. Scopes nest. Thread safety: one scope for one thread.
class StopScope {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit StopScope(std::stop_token stop, std::optional<Time> end = {})
      : before_(std::exchange(here(), {std::move(stop), end})) {}
  ~StopScope() { here() = std::move(before_); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  /// Never stops where there is no scope.
  static const std::stop_token& current() noexcept { return here().stop; }
  /// Of `most` what is left until the end, a millisecond at least.
  static std::chrono::milliseconds left_of(std::chrono::milliseconds most);

 private:
  struct Limits {
    std::stop_token stop{};
    std::optional<Time> end{};
  };
  static Limits& here() noexcept;

  Limits before_;
};

}  // namespace codeweaver::base
