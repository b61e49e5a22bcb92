// SHA-256 (FIPS 180-4), for files from outside, which may contain deliberate collisions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/block_buffer.hpp"

namespace codeweaver::base {

/// Hashes bytes that arrive in pieces. Cost: about 4 ns per byte.
class Sha256 {
 public:
  Sha256() noexcept;
  void add(std::string_view bytes) noexcept;
  /// 64 lower-case hex digits of all added bytes. Call it once; add() must not follow.
  std::string hex() noexcept;

 private:
  void take(const unsigned char* block) noexcept;

  std::array<std::uint32_t, 8> state_;
  BlockBuffer buffer_;
};

/// The hash of bytes in memory.
std::string sha256_hex(std::string_view bytes) noexcept;

}  // namespace codeweaver::base
