// Version 7 UUIDs (RFC 9562).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <random>
#include <vector>

#include "base/clock.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver::base {

/// Mints UUIDv7 in strictly increasing order, also within one millisecond.
/// Thread safety: next() may be called concurrently.
class UuidGenerator {
 public:
  explicit UuidGenerator(const Clock& clock = system_clock());
  UuidGenerator(const Clock& clock, std::uint64_t seed);
  Uuid next();
  /// `count` of them at once, which differ in their counters alone: see in_row(). Where the counter
  /// would overflow, they are of a later millisecond.
  std::vector<Uuid> next_row(std::uint32_t count);

 private:
  /// Takes the counters of `count` ids; returns the first.
  Uuid take(std::uint32_t count);

  const Clock* clock_;
  std::mutex mutex_;
  std::mt19937_64 random_;  // guarded by mutex_
  std::uint64_t last_ms_ = 0;
  std::uint32_t counter_ = 0;  // of the id given last
};

/// The id whose counter is that of `first` + `steps`.
Uuid in_row(const Uuid& first, std::uint32_t steps) noexcept;

}  // namespace codeweaver::base
