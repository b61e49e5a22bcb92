// Content hashes (xxHash).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// XXH3-128 hash, in xxHash's canonical (big-endian) order.
struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::string hex() const;  ///< 32 lower-case hex digits
  static std::optional<Hash128> parse(std::string_view hex) noexcept;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

Hash128 hash128(std::string_view bytes) noexcept;
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0) noexcept;

/// hash64() of bytes that arrive in pieces.
class Hasher64 {
 public:
  Hasher64();
  Hasher64(Hasher64&&) noexcept;
  Hasher64& operator=(Hasher64&&) noexcept;
  ~Hasher64();
  void add(std::string_view bytes) noexcept;
  std::uint64_t value() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// hash128() of bytes that arrive in pieces.
class Hasher128 {
 public:
  Hasher128();
  Hasher128(Hasher128&&) noexcept;
  Hasher128& operator=(Hasher128&&) noexcept;
  ~Hasher128();
  void add(std::string_view bytes) noexcept;
  Hash128 value() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codeweaver::base
