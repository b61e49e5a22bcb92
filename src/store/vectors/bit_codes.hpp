// Bit codes: one sign per dimension of rotated, mean-centred vectors, for a first pass over rows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace codeweaver::store {

/// Rows per block. A block stores word 0 of all its rows, then word 1 of all rows, and so on
/// (32-bit words). So a vector register of 16 words processes 16 rows and never sums across its
/// lanes.
inline constexpr std::size_t kBitBlockRows = 16;

/// Bits of a code: the dimension rounded up to a power of two, as the rotation requires.
std::size_t bit_code_width(std::size_t dimension) noexcept;

/// Codes stored elsewhere, such as in mapped memory.
struct BitView {
  std::size_t words = 0;           ///< 32-bit words of a code; 0: no codes
  std::span<const float> factors;  ///< one per row, rounded up to whole blocks
  const std::uint32_t* blocks = nullptr;

  const std::uint32_t* block(std::size_t i) const noexcept {
    return blocks + i * words * kBitBlockRows;
  }
};

/// Codes of the vectors x of a segment around their mean m. With a random rotation P, the code is
/// the signs of P(x - m), and (q - m).(x - m) = factor * sum of (P(q - m))_j * sign_j + an unbiased
/// error. The factor is |x - m|^2 divided by the sum of |P(x - m)|_j, which makes the estimate
/// correct on average.
struct BitCodes {
  std::size_t words = 0;
  std::vector<float> factors;
  std::vector<std::uint32_t> blocks;  ///< of 16 rows: words x 16
};

/// Encodes `vectors` (n x mean.size()). Rows without a flag in `present` get factor 0.
BitCodes encode_bits(std::span<const float> vectors, std::span<const float> mean,
                     std::span<const std::uint8_t> present);

/// A query for bit codes; its rotated numbers are rounded to 4 bits.
struct BitQuery {
  /// Four words for each word of a code: bits 0 to 3 of the numbers; bit 3 counts -8.
  std::vector<std::uint32_t> planes;
  float scale = 0;
  std::int32_t sum = 0;  ///< of the rounded numbers

  /// Converts the result of DotKernels::bits to (q - m).(x - m) + x.m.
  float score(std::int32_t dot, float factor, float bias) const noexcept {
    return static_cast<float>(2 * dot - sum) * (scale * factor) + bias;
  }
};

/// `query` and `mean` have one number per dimension.
BitQuery encode_bit_query(std::span<const float> mean, std::span<const float> query);

}  // namespace codeweaver::store
