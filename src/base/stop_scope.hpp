// StopScope: lets calls that take no stop token be stopped all the same.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <utility>

namespace codeweaver::base {

/// While it lives, calls of services that this thread makes end when the token says so, and by a
/// time where one is given. Scopes nest: an inner one has its own token, and the earlier end.
/// Thread safety: one scope for one thread.
class StopScope {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// For work that must be finished once it has begun.
  struct NoEnd {};

  explicit StopScope(std::stop_token stop, std::optional<Time> end = {})
      : StopScope(Limits{std::move(stop), earlier(end, here().end)}) {}
  /// Also without the end of the scopes around it.
  StopScope(std::stop_token stop, NoEnd /*tag*/) : StopScope(Limits{std::move(stop), {}}) {}
  ~StopScope() { here() = std::move(before_); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  /// Never stops where there is no scope.
  static const std::stop_token& current() noexcept { return here().stop; }
  /// When calls have to end; nullopt: at no time.
  static std::optional<Time> end() noexcept { return here().end; }
  /// Time until the end, at least a millisecond; nullopt: there is no end.
  static std::optional<std::chrono::milliseconds> left();
  /// The lesser of `most` and left().
  static std::chrono::milliseconds left_of(std::chrono::milliseconds most);

 private:
  struct Limits {
    std::stop_token stop{};
    std::optional<Time> end{};
  };
  explicit StopScope(Limits limits) : before_(std::exchange(here(), std::move(limits))) {}
  static std::optional<Time> earlier(std::optional<Time> a, std::optional<Time> b);
  static Limits& here() noexcept;

  Limits before_;
};

}  // namespace codeweaver::base
