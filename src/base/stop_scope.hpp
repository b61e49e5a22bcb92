// StopScope: lets calls that take no stop token be stopped all the same.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <stop_token>
#include <utility>

namespace codeweaver::base {

/// While it lives, calls of services that this thread makes end when the token says so. Scopes
/// nest. Thread safety: one scope for one thread.
class StopScope {
 public:
  explicit StopScope(std::stop_token stop) : before_(std::exchange(here(), std::move(stop))) {}
  ~StopScope() { here() = std::move(before_); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  /// Never stops where there is no scope.
  static const std::stop_token& current() noexcept { return here(); }

 private:
  static std::stop_token& here() noexcept;

  std::stop_token before_;
};

}  // namespace codeweaver::base
