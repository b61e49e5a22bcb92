// Bit codes: one sign a dimension of rotated, mean-centred vectors, for a first pass over rows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace codeweaver::store {

/// Rows whose codes lie together: one 32-bit word of each row after the other, so that a vector
/// register of 16 words works on 16 rows and never sums across its lanes.
inline constexpr std::size_t kBitBlockRows = 16;

/// Bits of a code: the dimension rounded up to a power of two, which the rotation needs.
std::size_t bit_code_width(std::size_t dimension) noexcept;

/// Codes that lie elsewhere, such as in mapped memory.
struct BitView {
  std::size_t words = 0;           ///< 32-bit words of a code; 0: there are no codes
  std::span<const float> factors;  ///< one a row, rounded up to whole blocks
  const std::uint32_t* blocks = nullptr;

  const std::uint32_t* block(std::size_t i) const noexcept {
    return blocks + i * words * kBitBlockRows;
  }
};

/// Vectors x of a segment around their mean m: with a random rotation P, the code is the signs of
/// P(x - m), and
///   (q - m).(x - m) = factor * sum of (P(q - m))_j * sign_j + an error that has no direction.
/// The factor, |x - m|^2 over the sum of |P(x - m)|_j, makes the estimate right on average.
struct BitCodes {
  std::size_t words = 0;
  std::vector<float> factors;
  std::vector<std::uint32_t> blocks;  ///< of 16 rows: words x 16
};

/// Encodes `vectors` (n x mean.size()); rows whose flag in `present` is false become factor 0.
BitCodes encode_bits(std::span<const float> vectors, std::span<const float> mean,
                     std::span<const std::uint8_t> present);

/// A query against bit codes, its rotated numbers rounded to 4 bits.
struct BitQuery {
  /// Four words for each word of a code: bits 0 to 3 of the numbers, bit 3 worth -8.
  std::vector<std::uint32_t> planes;
  float scale = 0;
  std::int32_t sum = 0;  ///< of the rounded numbers

  /// Of the result of DotKernels::bits: (q - m).(x - m) + x.m.
  float score(std::int32_t dot, float factor, float bias) const noexcept {
    return static_cast<float>(2 * dot - sum) * (scale * factor) + bias;
  }
};

/// `query` and `mean` have one number a dimension.
BitQuery encode_bit_query(std::span<const float> mean, std::span<const float> query);

}  // namespace codeweaver::store
