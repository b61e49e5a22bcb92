// Content hashes. Only this file includes xxHash.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace codeweaver::base {
namespace {

constexpr int kDigitsPerHalf = 16;

void append_hex(std::string& text, std::uint64_t value) {
  static constexpr char kHex[] = "0123456789abcdef";
  for (int shift = 60; shift >= 0; shift -= 4) text += kHex[(value >> shift) & 15];
}

std::optional<std::uint64_t> parse_hex(std::string_view digits) noexcept {
  std::uint64_t value = 0;
  for (const char c : digits) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    value = (value << 4) | static_cast<std::uint64_t>(digit);
  }
  return value;
}

}  // namespace

std::string Hash128::hex() const {
  std::string text;
  text.reserve(2 * kDigitsPerHalf);
  append_hex(text, high);
  append_hex(text, low);
  return text;
}

std::optional<Hash128> Hash128::parse(std::string_view hex) noexcept {
  if (hex.size() != 2 * kDigitsPerHalf) return std::nullopt;
  const auto high = parse_hex(hex.substr(0, kDigitsPerHalf));
  const auto low = parse_hex(hex.substr(kDigitsPerHalf));
  if (!high || !low) return std::nullopt;
  return Hash128{*high, *low};
}

Hash128 hash128(std::string_view bytes) noexcept {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) noexcept {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct Hasher64::State {
  XXH3_state_t hash;  // has the alignment that xxHash requires
};

Hasher64::Hasher64() : state_(std::make_unique<State>()) {
  XXH3_64bits_reset(&state_->hash);
}
Hasher64::Hasher64(Hasher64&&) noexcept = default;
Hasher64& Hasher64::operator=(Hasher64&&) noexcept = default;
Hasher64::~Hasher64() = default;

void Hasher64::add(std::string_view bytes) noexcept {
  XXH3_64bits_update(&state_->hash, bytes.data(), bytes.size());
}

std::uint64_t Hasher64::value() const noexcept {
  return XXH3_64bits_digest(&state_->hash);
}

struct Hasher128::State {
  XXH3_state_t hash;
};

Hasher128::Hasher128() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(&state_->hash);
}
Hasher128::Hasher128(Hasher128&&) noexcept = default;
Hasher128& Hasher128::operator=(Hasher128&&) noexcept = default;
Hasher128::~Hasher128() = default;

void Hasher128::add(std::string_view bytes) noexcept {
  XXH3_128bits_update(&state_->hash, bytes.data(), bytes.size());
}

Hash128 Hasher128::value() const noexcept {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->hash);
  return {hash.high64, hash.low64};
}

}  // namespace codeweaver::base
