// SealedState: what a server must remember between two requests, kept by the client, unforgeable.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::mcp {

/// SipHash-2-4 with 128 bits of output: a keyed hash that cannot be forged without the key.
std::array<std::uint64_t, 2> siphash(const std::array<std::uint64_t, 2>& key,
                                     std::string_view bytes) noexcept;

/// Seals states under a random key of this process. Thread safety: const members may be called
/// concurrently.
class StateSealer {
 public:
  explicit StateSealer(std::chrono::milliseconds ttl);

  /// Readable by the client, but it can neither change it nor use it with another `request`, which
  /// is any text that tells requests apart.
  std::string seal(const json::Value& state, std::string_view request) const;
  /// Null: forged, of another request, of another process, or too old.
  std::optional<json::Value> open(std::string_view sealed, std::string_view request) const;

 private:
  std::string tag(std::string_view bytes) const;

  std::array<std::uint64_t, 2> key_;
  std::chrono::milliseconds ttl_;
};

/// 128 random bits of the operating system, as 32 hexadecimal digits.
std::string random_id();

}  // namespace codeweaver::mcp
