// BlockBuffer: splits bytes into blocks and pads the last one, as SHA-1 and SHA-256 do.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// Collects bytes that arrive in pieces and passes them on in blocks of 64 bytes.
class BlockBuffer {
 public:
  /// Calls `take(const unsigned char* block)` for each complete block.
  template <class Take>
  void add(std::string_view bytes, const Take& take) noexcept {
    while (!bytes.empty()) {
      const std::size_t held = size_ % rest_.size();
      const std::size_t taken = std::min(bytes.size(), rest_.size() - held);
      std::memcpy(rest_.data() + held, bytes.data(), taken);
      size_ += taken;
      bytes.remove_prefix(taken);
      if (held + taken == rest_.size()) take(rest_.data());
    }
  }
  /// Pads the last block: a 1 bit, zeros, and the number of bits.
  template <class Take>
  void end(const Take& take) noexcept {
    const std::uint64_t bits = size_ * 8;
    std::string end(1, '\x80');
    while ((size_ + end.size()) % rest_.size() != rest_.size() - 8) end += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bits >> shift);
    add(end, take);
  }

 private:
  std::array<unsigned char, 64> rest_{};  // the incomplete block
  std::uint64_t size_ = 0;                // bytes added so far
};

/// Reads a 32-bit big-endian word.
inline std::uint32_t big_endian(const unsigned char* bytes) noexcept {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

/// Words as lower-case hex digits, eight for each.
inline std::string hex_of_words(std::span<const std::uint32_t> words) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const std::uint32_t word : words)
    for (int shift = 28; shift >= 0; shift -= 4) out += kDigits[word >> shift & 15];
  return out;
}

}  // namespace codeweaver::base
