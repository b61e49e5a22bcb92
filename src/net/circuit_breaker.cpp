// State transitions of the circuit breaker.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/circuit_breaker.hpp"

#include <algorithm>

namespace codeweaver::net {

std::string_view to_string(BreakerState state) noexcept {
  switch (state) {
    case BreakerState::kClosed:
      return "closed";
    case BreakerState::kOpen:
      return "open";
    case BreakerState::kTrial:
      return "trial";
  }
  return "closed";
}

std::optional<CircuitBreaker::Permit> CircuitBreaker::admit() {
  const std::lock_guard lock(mutex_);
  if (state_ == BreakerState::kClosed) return Permit{};
  if (state_ == BreakerState::kTrial || timer_.now() < open_until_) return std::nullopt;
  state_ = BreakerState::kTrial;
  return Permit{.is_trial = true};
}

void CircuitBreaker::end(Permit permit, Outcome outcome) {
  const std::lock_guard lock(mutex_);
  if (permit.is_trial) {
    if (outcome == Outcome::kFailed) return open_for(kLaterPause);
    state_ = outcome == Outcome::kAnswered ? BreakerState::kClosed : BreakerState::kOpen;
    failures_ = 0;
    return;
  }
  // A call that began before the breaker opened is outdated.
  if (state_ != BreakerState::kClosed || outcome == Outcome::kAbandoned) return;
  failures_ = outcome == Outcome::kFailed ? failures_ + 1 : 0;
  if (failures_ >= kMostFailures) open_for(kFirstPause);
}

void CircuitBreaker::open_for(std::chrono::milliseconds time) {
  state_ = BreakerState::kOpen;
  failures_ = 0;
  ++openings_;
  open_until_ = timer_.now() + time;
}

BreakerState CircuitBreaker::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::uint64_t CircuitBreaker::openings() const {
  const std::lock_guard lock(mutex_);
  return openings_;
}

std::chrono::milliseconds CircuitBreaker::wait() const {
  const std::lock_guard lock(mutex_);
  if (state_ != BreakerState::kOpen) return {};
  return std::max(std::chrono::milliseconds(0),
                  std::chrono::ceil<std::chrono::milliseconds>(open_until_ - timer_.now()));
}

}  // namespace codeweaver::net
