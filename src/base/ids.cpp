// Version 7 UUIDs: milliseconds, a 32-bit counter, 42 random bits (RFC 9562, section 6.2 method 1).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/ids.hpp"

#include <chrono>

namespace codeweaver::base {
namespace {

constexpr int kRandomBits = 42;

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

Uuid assemble(std::uint64_t milliseconds, std::uint32_t counter, std::uint64_t random) {
  constexpr std::uint64_t kVersion7 = 0x7000;
  constexpr std::uint64_t kVariant = std::uint64_t{2} << 62;
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
  return take(1);
}

std::vector<Uuid> UuidGenerator::next_row(std::uint32_t count) {
  std::vector<Uuid> ids(count);
  if (ids.empty()) return ids;
  ids[0] = take(count);
  for (std::uint32_t i = 1; i < count; ++i) ids[i] = in_row(ids[0], i);
  return ids;
}

Uuid UuidGenerator::take(std::uint32_t count) {
  const auto now =
      std::chrono::duration_cast<std::chrono::milliseconds>(clock_->now().time_since_epoch())
          .count();
  const std::uint64_t now_ms = now > 0 ? static_cast<std::uint64_t>(now) : 0;
  const std::lock_guard lock(mutex_);
  std::uint32_t first = counter_ + 1;
  if (now_ms > last_ms_) {
    last_ms_ = now_ms;
    // The top bit stays clear, so two thousand million ids fit into one millisecond.
    first = static_cast<std::uint32_t>(random_() >> 33);
  } else if (first == 0 || first + (count - 1) < first) {
    ++last_ms_;  // the clock stands still or went back: run ahead of it
    first = 0;
  }
  counter_ = first + (count - 1);
  return assemble(last_ms_, first, random_());
}

Uuid in_row(const Uuid& first, std::uint32_t steps) noexcept {
  std::uint64_t high = 0, low = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    high = high << 8 | first.bytes[i];
    low = low << 8 | first.bytes[8 + i];
  }
  const auto counter =
      static_cast<std::uint32_t>((high & 0xFFF) << 20 | (low >> kRandomBits & 0xFFFFF));
  return assemble(high >> 16, counter + steps, low << (64 - kRandomBits));
}

}  // namespace codeweaver::base
