// Vector codes: encoding of rows and queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vectors/vector_codes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "store/layout/segment_format.hpp"

namespace codeweaver::store {
namespace {

constexpr int kCodeLimit = 127;
// 16 * code + nibble, with the nibble in [-8, 7], stays within this limit.
constexpr int kFineLimit = 16 * kCodeLimit;
// Relative to the largest spread. With a smaller spread, one outlier in a quiet dimension would
// cost its row all precision.
constexpr float kSmallestSpread = 0.125F;

float largest_magnitude(std::span<const float> values) noexcept {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

/// The half byte of dimension `j` of a row.
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

bool is_usable(std::span<const float> vector) noexcept {
  float sum = 0;
  for (const float value : vector) sum += value * value;
  return std::isfinite(sum) && sum > 0;
}

void CodeSpace::add_to_mean(std::span<const float> vector) noexcept {
  ++count_;
  for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j] += static_cast<double>(vector[j]);
}

void CodeSpace::finish_mean() {
  if (count_ > 0)
    for (std::size_t j = 0; j < mean_.size(); ++j)
      mean_[j] = static_cast<float>(sums_[j] / static_cast<double>(count_));
  std::fill(sums_.begin(), sums_.end(), 0.0);
}

void CodeSpace::add_to_spreads(std::span<const float> vector) noexcept {
  for (std::size_t j = 0; j < sums_.size(); ++j) {
    const double centred = static_cast<double>(vector[j]) - static_cast<double>(mean_[j]);
    sums_[j] += centred * centred;
  }
}

void CodeSpace::finish_spreads() {
  spreads_.assign(mean_.size(), 1.0F);
  const double largest = *std::max_element(sums_.begin(), sums_.end());
  if (largest == 0) return;
  const auto count = static_cast<double>(count_);
  const float floor = kSmallestSpread * static_cast<float>(std::sqrt(largest / count));
  for (std::size_t j = 0; j < mean_.size(); ++j)
    spreads_[j] = std::max(floor, static_cast<float>(std::sqrt(sums_[j] / count)));
}

CodedRow::CodedRow(std::size_t dimension)
    : row(static_cast<std::size_t>(align_up(dimension))),
      nibbles(row.size() / 2),
      centred_(dimension) {
  reset();
}

void CodedRow::reset() {
  scale = bias = 0;
  std::fill(row.begin(), row.end(), std::uint8_t{128});
  std::fill(nibbles.begin(), nibbles.end(), std::uint8_t{0x88});
}

void CodedRow::encode(const CodeSpace& space, std::span<const float> vector) {
  reset();
  for (std::size_t j = 0; j < vector.size(); ++j)
    centred_[j] = (vector[j] - space.mean()[j]) / space.spreads()[j];
  bias = dot(vector, space.mean());
  const float largest = largest_magnitude(centred_);
  if (largest == 0) return;
  scale = largest / kFineLimit;
  const float inverse = kFineLimit / largest;
  for (std::size_t j = 0; j < vector.size(); ++j) {
    const long value = std::lrintf(centred_[j] * inverse) + 8;
    row[j] = static_cast<std::uint8_t>(128 + (value >> 4));
    nibble_at(nibbles.data(), j).set(static_cast<unsigned>(value & 15));
  }
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

  // The largest limit with which the product with any row fits 32 bits.
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
