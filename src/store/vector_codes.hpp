// Vector codes: unit vectors as mean-centred 8-bit rows, and queries made ready for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/bit_codes.hpp"
#include "store/dot_kernels.hpp"

namespace codeweaver::store {

/// Codes that lie elsewhere, such as in mapped memory.
struct VectorView {
  std::size_t dimension = 0;
  std::size_t row_bytes = 0;
  std::span<const float> mean, spreads;   ///< one a dimension
  std::span<const float> scales, biases;  ///< one a row
  const std::uint8_t* rows = nullptr;     ///< row_bytes each
  const std::uint8_t* nibbles = nullptr;  ///< row_bytes / 2 each
  BitView bits;                           ///< only where there are many rows

  const std::uint8_t* row(std::size_t i) const noexcept { return rows + i * row_bytes; }
  const std::uint8_t* nibble_row(std::size_t i) const noexcept {
    return nibbles + i * (row_bytes / 2);
  }
};

/// Vectors x of a segment, encoded in 12 bits around their mean m with a spread s a dimension:
///   x = m + scale * s * (16 * code + nibble) + a tiny error.
/// With bias = x.m, the inner product with a query q is
///   q.x = scale * ((q - m) * s).(16 * code + nibble) + bias + q.m - m.m.
/// The scan reads the codes alone; the nibbles, half as large, are read for its best rows.
/// Centring and spreads matter: embeddings of one model share a large common part, which would use
/// up the range of the codes, and differ much more in some dimensions than in others.
struct VectorCodes {
  std::size_t dimension = 0;
  std::size_t row_bytes = 0;
  std::vector<float> mean, spreads, scales, biases;
  std::vector<std::uint8_t> rows;  ///< row_bytes each: 128 + code, padded with 128
  /// row_bytes / 2 each: of 64 dimensions, 8 + nibble of number i < 32 in the low half of byte i,
  /// that of number 32 + i in the high half.
  std::vector<std::uint8_t> nibbles;

  VectorView view() const noexcept {
    return {dimension, row_bytes, mean, spreads, scales, biases, rows.data(), nibbles.data(), {}};
  }
};

/// Encodes `vectors` (n x dimension); rows whose flag in `present` is false become scale 0.
VectorCodes encode_vectors(std::span<const float> vectors, std::size_t dimension,
                           std::span<const std::uint8_t> present);

/// A query against the codes of one segment, at two precisions.
struct QueryCodes {
  std::vector<std::int8_t> coarse;         ///< row_bytes
  std::vector<std::int16_t> fine;          ///< row_bytes
  float coarse_scale = 0, fine_scale = 0;  ///< for scales of 12-bit codes
  std::int32_t coarse_offset = 0;          ///< 128 * sum of coarse
  float constant = 0;                      ///< q.m - m.m

  /// From the result of DotKernels::rows, without `constant`.
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

/// The vector that row `i` stands for.
void decode_row(const VectorView& view, std::size_t i, std::span<float> out) noexcept;

}  // namespace codeweaver::store
