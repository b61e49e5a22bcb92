// CircuitBreaker: keeps callers away from a failing service, with occasional trials.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "net/timer.hpp"

namespace codeweaver::net {

enum class BreakerState : std::uint8_t { kClosed, kOpen, kTrial };

/// "closed", "open", "trial".
std::string_view to_string(BreakerState state) noexcept;

/// Three consecutive failures open it for 30 s. Then one call is a trial: it closes the breaker, or
/// opens it for 60 s. Thread-safe.
class CircuitBreaker {
 public:
  static constexpr int kMostFailures = 3;
  static constexpr std::chrono::milliseconds kFirstPause{30'000}, kLaterPause{60'000};

  /// How an admitted call ended.
  enum class Outcome : std::uint8_t {
    kAnswered,
    kFailed,
    kAbandoned,  ///< by its caller; says nothing about the service
  };

  /// An admitted call. Must be ended with end().
  struct Permit {
    bool is_trial = false;
  };

  /// `timer` must outlive this object.
  explicit CircuitBreaker(const Timer& timer) : timer_(timer) {}

  /// nullopt: no call is allowed now.
  std::optional<Permit> admit();
  void end(Permit permit, Outcome outcome);

  BreakerState state() const;
  /// Number of times that it opened.
  std::uint64_t openings() const;
  /// Time until the next trial. Zero: a call is allowed now.
  std::chrono::milliseconds wait() const;

 private:
  void open_for(std::chrono::milliseconds time);

  const Timer& timer_;
  mutable std::mutex mutex_;  // guards the rest
  BreakerState state_ = BreakerState::kClosed;
  int failures_ = 0;  // consecutive
  std::uint64_t openings_ = 0;
  std::chrono::steady_clock::time_point open_until_{};
};

}  // namespace codeweaver::net
