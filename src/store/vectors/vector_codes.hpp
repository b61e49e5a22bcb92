// Vector codes: unit vectors as mean-centred 8-bit rows, and queries prepared for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/vectors/bit_codes.hpp"
#include "store/vectors/dot_kernels.hpp"

namespace codeweaver::store {

/// Codes stored elsewhere, such as in mapped memory.
struct VectorView {
  std::size_t dimension = 0;
  std::size_t row_bytes = 0;
  std::span<const float> mean, spreads;   ///< one per dimension
  std::span<const float> scales, biases;  ///< one per row
  const std::uint8_t* rows = nullptr;     ///< row_bytes each
  const std::uint8_t* nibbles = nullptr;  ///< row_bytes / 2 each
  BitView bits;                           ///< only if there are many rows

  const std::uint8_t* row(std::size_t i) const noexcept { return rows + i * row_bytes; }
  const std::uint8_t* nibble_row(std::size_t i) const noexcept {
    return nibbles + i * (row_bytes / 2);
  }
};

/// Whether a vector can be used: not missing, not zero, not damaged.
bool is_usable(std::span<const float> vector) noexcept;

/// The mean and the spreads to which the codes of a segment are relative. Pass all its vectors
/// twice in the same order: first for the mean, then for the spreads.
class CodeSpace {
 public:
  explicit CodeSpace(std::size_t dimension) : sums_(dimension), mean_(dimension) {}
  void add_to_mean(std::span<const float> vector) noexcept;
  void finish_mean();
  void add_to_spreads(std::span<const float> vector) noexcept;
  void finish_spreads();

  const std::vector<float>& mean() const noexcept { return mean_; }
  const std::vector<float>& spreads() const noexcept { return spreads_; }

 private:
  std::vector<double> sums_;
  std::size_t count_ = 0;
  std::vector<float> mean_, spreads_;
};

/// One row during encoding.
/// The vectors x of a segment are encoded in 12 bits around their mean m, with a spread s per
/// dimension: x = m + scale * s * (16 * code + nibble) + a tiny error. With bias = x.m, the inner
/// product with a query q is q.x = scale * ((q - m) * s).(16 * code + nibble) + bias + q.m - m.m.
/// The scan reads only the codes. It reads the nibbles, half as large, for its best rows. Centring
/// and spreads matter: embeddings of one model share a large common part, which would use up the
/// range of the codes, and some dimensions vary much more than others.
/// A chunk without a vector keeps the state after reset().
struct CodedRow {
  explicit CodedRow(std::size_t dimension);
  void reset();
  void encode(const CodeSpace& space, std::span<const float> vector);

  float scale = 0, bias = 0;
  std::vector<std::uint8_t> row;  ///< 128 + code, padded with 128
  /// For each 64 dimensions: 8 + nibble of number i < 32 in the low half of byte i, and of number
  /// 32 + i in the high half.
  std::vector<std::uint8_t> nibbles;

 private:
  std::vector<float> centred_;
};

/// A query for the codes of one segment, at two precisions.
struct QueryCodes {
  std::vector<std::int8_t> coarse;         ///< row_bytes
  std::vector<std::int16_t> fine;          ///< row_bytes
  float coarse_scale = 0, fine_scale = 0;  ///< for scales of 12-bit codes
  std::int32_t coarse_offset = 0;          ///< 128 * sum of coarse
  float constant = 0;                      ///< q.m - m.m

  /// The score from the result of DotKernels::rows, without `constant`.
  float coarse_score(const VectorView& view, std::size_t row, std::int32_t dot) const noexcept {
    return static_cast<float>(dot - coarse_offset) * (coarse_scale * view.scales[row]) +
           view.biases[row];
  }
  /// The inner product, as exact as the stored row.
  float fine_score(const VectorView& view, std::size_t row,
                   const DotKernels& kernels) const noexcept {
    const std::int64_t dot =
        kernels.fine(view.row(row), view.nibble_row(row), view.row_bytes, fine.data());
    const double product = static_cast<double>(dot) * static_cast<double>(fine_scale) *
                           static_cast<double>(view.scales[row]);
    return static_cast<float>(product + static_cast<double>(view.biases[row]) +
                              static_cast<double>(constant));
  }
};

/// `query` has view.dimension numbers.
QueryCodes encode_query(const VectorView& view, std::span<const float> query);

/// The vector that row `i` encodes.
void decode_row(const VectorView& view, std::size_t i, std::span<float> out) noexcept;

}  // namespace codeweaver::store
