// StopScope: stops calls that take no stop token.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <utility>

namespace codeweaver::base {

/// While it lives, service calls of this thread end when the token is stopped, or at the time `end`
/// if given. Scopes nest: an inner scope uses its own token and the earlier of both ends. Thread
/// safety: use one scope in one thread.
class StopScope {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// For work that must be finished once it has started.
  struct NoEnd {};

  explicit StopScope(std::stop_token stop, std::optional<Time> end = {})
      : StopScope(Limits{std::move(stop), earlier(end, here().end)}) {}
  /// Ignores the end of the enclosing scopes.
  StopScope(std::stop_token stop, NoEnd /*tag*/) : StopScope(Limits{std::move(stop), {}}) {}
  ~StopScope() { here() = std::move(before_); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  /// A token that never stops if there is no scope.
  static const std::stop_token& current() noexcept { return here().stop; }
  /// When calls must end; nullopt: never.
  static std::optional<Time> end() noexcept { return here().end; }
  /// Time until the end, at least 1 ms; nullopt: no end.
  static std::optional<std::chrono::milliseconds> left();
  /// The smaller of `most` and left().
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
