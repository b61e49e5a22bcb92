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

/// Generates UUIDv7 in strictly increasing order, also within one millisecond. Thread safety:
/// next() and next_row() may be called concurrently.
class UuidGenerator {
 public:
  explicit UuidGenerator(const Clock& clock = system_clock());
  UuidGenerator(const Clock& clock, std::uint64_t seed);
  Uuid next();
  /// Returns `count` ids that differ only in their counters; see in_row(). If the counter would
  /// overflow, all of them get a later millisecond.
  std::vector<Uuid> next_row(std::uint32_t count);

 private:
  /// Reserves the counters of `count` ids and returns the first id.
  Uuid take(std::uint32_t count);

  const Clock* clock_;
  std::mutex mutex_;
  std::mt19937_64 random_;  // guarded by mutex_
  std::uint64_t last_ms_ = 0;
  std::uint32_t counter_ = 0;  // of the last id
};

/// The id that follows `first` by `steps` counts, with the same time and random bits.
Uuid in_row(const Uuid& first, std::uint32_t steps) noexcept;

}  // namespace codeweaver::base
