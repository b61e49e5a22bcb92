// SHA-256 (FIPS 180-4): names of files that others hand over, where chance is not the only enemy.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/block_buffer.hpp"

namespace codeweaver::base {

/// Bytes that come in pieces. Cost: about 4 ns a byte.
class Sha256 {
 public:
  Sha256() noexcept;
  void add(std::string_view bytes) noexcept;
  /// 64 lower-case hex digits of all that was added; nothing may be added afterwards.
  std::string hex() noexcept;

 private:
  void take(const unsigned char* block) noexcept;

  std::array<std::uint32_t, 8> state_;
  BlockBuffer buffer_;
};

/// The same of bytes that are at hand.
std::string sha256_hex(std::string_view bytes) noexcept;

}  // namespace codeweaver::base
