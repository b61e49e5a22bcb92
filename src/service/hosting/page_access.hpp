// PageAccess: a one-time code that lets the page opened by a server change things.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::service {

/// `bytes` random bytes of the system's generator, as hexadecimal digits.
std::string random_digits(std::size_t bytes);

/// Access of the page that the server opens. The address of the page contains a code. Others may
/// see addresses (in a history, on a screen), so the code is exchanged for a token once and expires
/// after kCodeLife. Thread safety: all members may be called concurrently.
class PageAccess {
 public:
  static constexpr std::chrono::minutes kCodeLife{5};

  /// `token`: the server's token; empty: the server has none, and a new one for admits() is made.
  explicit PageAccess(std::string token);

  const std::string& code() const noexcept { return code_; }
  /// Calls `then` once, after the code was exchanged, on the thread of that call.
  void when_redeemed(std::function<void()> then);
  /// The token. nullopt: the code is wrong, was exchanged already, or is too old.
  std::optional<std::string> redeem(std::string_view code);
  /// Whether `token` is the token that the code was exchanged for.
  bool admits(std::string_view token) const;

 private:
  const std::string token_;
  const std::string code_;
  const std::chrono::steady_clock::time_point end_;
  mutable std::mutex mutex_;
  bool is_redeemed_ = false;             // guarded by mutex_
  std::function<void()> when_redeemed_;  // guarded by mutex_
};

}  // namespace codeweaver::service
