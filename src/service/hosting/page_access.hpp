// PageAccess: lets the page that a server opens change things, by a code that works once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::service {

/// As many hexadecimal digits of chance as `bytes` take. Cost: that of the system's generator.
std::string random_digits(std::size_t bytes);

/// The address of the opened page holds the code. Addresses are seen by others (a list of
/// processes, a history), so the code is exchanged for a token once, and soon. Thread safety: all
/// members may be called concurrently.
class PageAccess {
 public:
  static constexpr std::chrono::minutes kCodeLife{5};

  /// `token`: that of the server; empty: the server has none, so one is made that admits() knows.
  explicit PageAccess(std::string token);

  const std::string& code() const noexcept { return code_; }
  /// The token. nullopt: that is not the code, or it was exchanged before, or it is too old.
  std::optional<std::string> redeem(std::string_view code);
  /// Whether a token is the one that the code was exchanged for.
  bool admits(std::string_view token) const;

 private:
  const std::string token_;
  const std::string code_;
  const std::chrono::steady_clock::time_point end_;
  mutable std::mutex mutex_;
  bool is_redeemed_ = false;  // guarded by mutex_
};

}  // namespace codeweaver::service
