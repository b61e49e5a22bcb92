// Version 7 UUIDs (RFC 9562).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <mutex>
#include <random>

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

 private:
  const Clock* clock_;
  std::mutex mutex_;
  std::mt19937_64 random_;  // guarded by mutex_
  std::uint64_t last_ms_ = 0;
  std::uint32_t counter_ = 0;
};

}  // namespace codeweaver::base
