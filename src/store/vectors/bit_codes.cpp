// Bit codes: the rotation, and encoding of rows and queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vectors/bit_codes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace codeweaver::store {
namespace {

constexpr std::size_t kWordBits = 32;
constexpr unsigned kRounds = 3;
constexpr float kQueryLimit = 7;

/// A pseudo-random sign for each number of each round. It is part of the format and must never
/// change.
float random_sign(unsigned round, std::size_t j) noexcept {
  std::uint64_t x = (std::uint64_t{round} << 32 | j) + 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return (x >> 63) == 0 ? 1.0F : -1.0F;
}

/// Rotates `Count` vectors at once; number j of vector i is at values[j * Count + i]. Each round
/// applies random signs and a Hadamard transform. Lengths grow by rotation_gain().
template <std::size_t Count>
void rotate(std::span<float> values) noexcept {
  const std::size_t width = values.size() / Count;
  for (unsigned round = 0; round < kRounds; ++round) {
    for (std::size_t j = 0; j < width; ++j) {
      const float sign = random_sign(round, j);
      for (std::size_t i = 0; i < Count; ++i) values[j * Count + i] *= sign;
    }
    for (std::size_t half = Count; half < values.size(); half *= 2)
      for (std::size_t begin = 0; begin < values.size(); begin += 2 * half)
        for (std::size_t i = begin; i < begin + half; ++i) {
          const float a = values[i], b = values[i + half];
          values[i] = a + b;
          values[i + half] = a - b;
        }
  }
}

float rotation_gain(std::size_t width) noexcept {
  const auto size = static_cast<float>(width);
  return size * std::sqrt(size);
}

/// Encodes the rows of one block from their rotated numbers.
void encode_block(std::span<const float> rotated, float* factors, std::uint32_t* words) noexcept {
  const std::size_t width = rotated.size() / kBitBlockRows;
  float squares[kBitBlockRows] = {}, magnitudes[kBitBlockRows] = {};
  for (std::size_t j = 0; j < width; ++j)
    for (std::size_t i = 0; i < kBitBlockRows; ++i) {
      const float value = rotated[j * kBitBlockRows + i];
      squares[i] += value * value;
      magnitudes[i] += std::fabs(value);
      words[j / kWordBits * kBitBlockRows + i] |= std::uint32_t{value >= 0 ? 1U : 0U}
                                                  << j % kWordBits;
    }
  const float gain = rotation_gain(width);
  for (std::size_t i = 0; i < kBitBlockRows; ++i)
    factors[i] = magnitudes[i] > 0 ? squares[i] / (magnitudes[i] * gain) : 0.0F;
}

}  // namespace

std::size_t bit_code_width(std::size_t dimension) noexcept {
  return std::max(kWordBits, std::bit_ceil(dimension));
}

BitCodes encode_bits(std::span<const float> vectors, std::span<const float> mean,
                     std::span<const std::uint8_t> present) {
  const std::size_t width = bit_code_width(mean.size());
  const std::size_t block_count = (present.size() + kBitBlockRows - 1) / kBitBlockRows;
  BitCodes codes;
  codes.words = width / kWordBits;
  codes.factors.resize(block_count * kBitBlockRows);
  codes.blocks.resize(block_count * kBitBlockRows * codes.words);
  std::vector<float> values(width * kBitBlockRows);
  for (std::size_t first = 0; first < present.size(); first += kBitBlockRows) {
    std::fill(values.begin(), values.end(), 0.0F);
    for (std::size_t i = 0; i < std::min(kBitBlockRows, present.size() - first); ++i) {
      if (present[first + i] == 0) continue;
      const auto row = vectors.subspan((first + i) * mean.size(), mean.size());
      for (std::size_t j = 0; j < mean.size(); ++j)
        values[j * kBitBlockRows + i] = row[j] - mean[j];
    }
    rotate<kBitBlockRows>(values);
    encode_block(values, codes.factors.data() + first, codes.blocks.data() + first * codes.words);
  }
  return codes;
}

BitQuery encode_bit_query(std::span<const float> mean, std::span<const float> query) {
  const std::size_t width = bit_code_width(mean.size());
  std::vector<float> values(width);
  for (std::size_t j = 0; j < mean.size(); ++j) values[j] = query[j] - mean[j];
  rotate<1>(values);
  BitQuery codes;
  codes.planes.resize(width / kWordBits * 4);
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::fabs(value));
  if (largest == 0) return codes;
  codes.scale = largest / (kQueryLimit * rotation_gain(width));
  for (std::size_t j = 0; j < width; ++j) {
    const long value = std::lrintf(values[j] / largest * kQueryLimit);
    codes.sum += static_cast<std::int32_t>(value);
    for (std::size_t plane = 0; plane < 4; ++plane)
      codes.planes[j / kWordBits * 4 + plane] |= (static_cast<std::uint32_t>(value) >> plane & 1U)
                                                 << j % kWordBits;
  }
  return codes;
}

}  // namespace codeweaver::store
