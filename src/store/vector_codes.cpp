// Vector codes: encoding of rows and queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vector_codes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "store/segment_format.hpp"

namespace codeweaver::store {
namespace {

constexpr int kCodeLimit = 127;
// 16 * code + nibble, with the nibble in [-8, 7], stays within this.
constexpr int kFineLimit = 16 * kCodeLimit;
// Of the largest spread: below it, one outlier in a quiet dimension would cost its row all
// precision.
constexpr float kSmallestSpread = 0.125F;

std::vector<float> mean_of(std::span<const float> vectors, std::size_t dimension,
                           std::span<const std::uint8_t> present) {
  std::vector<double> sum(dimension);
  std::size_t count = 0;
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (present[i] == 0) continue;
    ++count;
    for (std::size_t j = 0; j < dimension; ++j)
      sum[j] += static_cast<double>(vectors[i * dimension + j]);
  }
  std::vector<float> mean(dimension);
  if (count > 0)
    for (std::size_t j = 0; j < dimension; ++j)
      mean[j] = static_cast<float>(sum[j] / static_cast<double>(count));
  return mean;
}

std::vector<float> spreads_of(std::span<const float> vectors, std::span<const float> mean,
                              std::span<const std::uint8_t> present) {
  std::vector<double> sum(mean.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (present[i] == 0) continue;
    ++count;
    for (std::size_t j = 0; j < mean.size(); ++j) {
      const double centred =
          static_cast<double>(vectors[i * mean.size() + j]) - static_cast<double>(mean[j]);
      sum[j] += centred * centred;
    }
  }
  std::vector<float> spreads(mean.size(), 1.0F);
  const double largest = *std::max_element(sum.begin(), sum.end());
  if (largest == 0) return spreads;
  const float floor =
      kSmallestSpread * static_cast<float>(std::sqrt(largest / static_cast<double>(count)));
  for (std::size_t j = 0; j < mean.size(); ++j)
    spreads[j] =
        std::max(floor, static_cast<float>(std::sqrt(sum[j] / static_cast<double>(count))));
  return spreads;
}

float largest_magnitude(std::span<const float> values) noexcept {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

/// The half byte that holds dimension `j` of a row.
template <class Byte>
struct Nibble {
  Byte& byte;
  unsigned shift;
  unsigned get() const noexcept { return byte >> shift & 15U; }
  void set(unsigned value) const noexcept {
    byte = static_cast<std::uint8_t>((byte & ~(15U << shift)) | value << shift);
  }
};
template <class Byte>
Nibble<Byte> nibble_at(Byte* nibbles, std::size_t j) noexcept {
  return {nibbles[j / 64 * 32 + j % 32], j % 64 < 32 ? 0U : 4U};
}

float dot(std::span<const float> a, std::span<const float> b) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return static_cast<float>(sum);
}

}  // namespace

VectorCodes encode_vectors(std::span<const float> vectors, std::size_t dimension,
                           std::span<const std::uint8_t> present) {
  VectorCodes codes;
  codes.dimension = dimension;
  codes.row_bytes = static_cast<std::size_t>(align_up(dimension));
  codes.mean = mean_of(vectors, dimension, present);
  codes.spreads = spreads_of(vectors, codes.mean, present);
  codes.scales.resize(present.size());
  codes.biases.resize(present.size());
  codes.rows.assign(present.size() * codes.row_bytes, 128);
  codes.nibbles.assign(present.size() * (codes.row_bytes / 2), 0x88);
  std::vector<float> centred(dimension);
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (present[i] == 0) continue;
    const auto vector = vectors.subspan(i * dimension, dimension);
    for (std::size_t j = 0; j < dimension; ++j)
      centred[j] = (vector[j] - codes.mean[j]) / codes.spreads[j];
    codes.biases[i] = dot(vector, codes.mean);
    const float largest = largest_magnitude(centred);
    if (largest == 0) continue;
    codes.scales[i] = largest / kFineLimit;
    const float inverse = kFineLimit / largest;
    std::uint8_t* row = codes.rows.data() + i * codes.row_bytes;
    std::uint8_t* nibbles = codes.nibbles.data() + i * (codes.row_bytes / 2);
    for (std::size_t j = 0; j < dimension; ++j) {
      const long value = std::lrintf(centred[j] * inverse) + 8;
      row[j] = static_cast<std::uint8_t>(128 + (value >> 4));
      nibble_at(nibbles, j).set(static_cast<unsigned>(value & 15));
    }
  }
  return codes;
}

QueryCodes encode_query(const VectorView& view, std::span<const float> query) {
  QueryCodes codes;
  codes.coarse.resize(view.row_bytes);
  codes.fine.resize(view.row_bytes);
  std::vector<float> centred(view.dimension);
  for (std::size_t j = 0; j < view.dimension; ++j)
    centred[j] = (query[j] - view.mean[j]) * view.spreads[j];
  codes.constant = dot(query, view.mean) - dot(view.mean, view.mean);
  const float largest = largest_magnitude(centred);
  if (largest == 0) return codes;

  // The widest fine codes whose product with any row still fits 32 bits.
  const auto fine_limit = static_cast<float>(
      std::min<std::size_t>(std::numeric_limits<std::int16_t>::max(),
                            std::numeric_limits<std::int32_t>::max() / (128 * view.row_bytes)));
  codes.coarse_scale = 16 * (largest / kCodeLimit);
  codes.fine_scale = largest / fine_limit;
  std::int32_t sum = 0;
  for (std::size_t j = 0; j < view.dimension; ++j) {
    codes.coarse[j] = static_cast<std::int8_t>(std::lrintf(centred[j] / largest * kCodeLimit));
    codes.fine[j] = static_cast<std::int16_t>(std::lrintf(centred[j] / largest * fine_limit));
    sum += codes.coarse[j];
  }
  codes.coarse_offset = 128 * sum;
  return codes;
}

void decode_row(const VectorView& view, std::size_t i, std::span<float> out) noexcept {
  const std::uint8_t* row = view.row(i);
  const std::uint8_t* nibbles = view.nibble_row(i);
  for (std::size_t j = 0; j < view.dimension; ++j) {
    const int value = 16 * (row[j] - 128) + static_cast<int>(nibble_at(nibbles, j).get()) - 8;
    out[j] = view.mean[j] + view.scales[i] * view.spreads[j] * static_cast<float>(value);
  }
}

}  // namespace codeweaver::store
