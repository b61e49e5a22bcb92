// SHA-1 (FIPS 180-4): the names that git gives to contents. Not where somebody may want two of one
// name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/block_buffer.hpp"

namespace codeweaver::base {

/// Bytes that come in pieces. Cost: about 3 ns a byte.
class Sha1 {
 public:
  void add(std::string_view bytes) noexcept;
  /// 40 lower-case hex digits of all that was added; nothing may be added afterwards.
  std::string hex() noexcept;

 private:
  void take(const unsigned char* block) noexcept;

  std::array<std::uint32_t, 5> state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  BlockBuffer buffer_;
};

}  // namespace codeweaver::base
