// Version 7 UUIDs: milliseconds, a 32-bit counter, 42 random bits (RFC 9562, section 6.2 method 1).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/ids.hpp"

#include <chrono>

namespace codeweaver::base {
namespace {

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

Uuid assemble(std::uint64_t milliseconds, std::uint32_t counter, std::uint64_t random) {
  constexpr std::uint64_t kVersion7 = 0x7000;
  constexpr std::uint64_t kVariant = std::uint64_t{2} << 62;
  constexpr int kRandomBits = 42;
  const std::uint64_t high = (milliseconds << 16) | kVersion7 | (counter >> 20);
  const std::uint64_t low =
      kVariant | (std::uint64_t{counter & 0xFFFFF} << kRandomBits) | (random >> (64 - kRandomBits));
  Uuid id;
  for (std::size_t i = 0; i < 8; ++i) {
    id.bytes[i] = static_cast<std::uint8_t>(high >> (56 - 8 * i));
    id.bytes[8 + i] = static_cast<std::uint8_t>(low >> (56 - 8 * i));
  }
  return id;
}

}  // namespace

UuidGenerator::UuidGenerator(const Clock& clock) : UuidGenerator(clock, random_seed()) {}

UuidGenerator::UuidGenerator(const Clock& clock, std::uint64_t seed)
    : clock_(&clock), random_(seed) {}

Uuid UuidGenerator::next() {
  const auto now =
      std::chrono::duration_cast<std::chrono::milliseconds>(clock_->now().time_since_epoch())
          .count();
  const std::uint64_t now_ms = now > 0 ? static_cast<std::uint64_t>(now) : 0;
  const std::lock_guard lock(mutex_);
  if (now_ms > last_ms_) {
    last_ms_ = now_ms;
    // The top bit stays clear: two thousand million ids fit one millisecond.
    counter_ = static_cast<std::uint32_t>(random_() >> 33);
  } else if (++counter_ == 0) {
    ++last_ms_;  // the clock stands still or went back: run ahead of it
  }
  return assemble(last_ms_, counter_, random_());
}

}  // namespace codeweaver::base
