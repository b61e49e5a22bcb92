// SealedState: state between two requests that the client keeps and cannot forge.
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

/// SipHash-2-4 with 128 bits of output: a keyed hash that nobody can forge without the key.
std::array<std::uint64_t, 2> siphash(const std::array<std::uint64_t, 2>& key,
                                     std::string_view bytes) noexcept;

/// Seals states with a random key of this process. Thread safety: const members may be called
/// concurrently.
class StateSealer {
 public:
  explicit StateSealer(std::chrono::milliseconds ttl);

  /// The client can read the sealed state, but can neither change it nor use it for another
  /// `request`. `request`: any text that identifies the request.
  std::string seal(const json::Value& state, std::string_view request) const;
  /// nullopt: forged, from another request or process, or expired.
  std::optional<json::Value> open(std::string_view sealed, std::string_view request) const;

 private:
  std::string tag(std::string_view bytes) const;

  std::array<std::uint64_t, 2> key_;
  std::chrono::milliseconds ttl_;
};

/// 128 random bits from the operating system, as 32 hexadecimal digits.
std::string random_id();

}  // namespace codeweaver::mcp
