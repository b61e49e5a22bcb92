// Pool kernel: the weighted sum of int8 rows, in the widest vectors of the processor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace codeweaver::model {

/// One row of a table, and its factor.
struct WeightedRow {
  std::uint32_t row;
  float weight;
};

/// Prefetches a row that will be summed soon.
inline void prefetch_row(const std::int8_t* table, std::size_t dimension,
                         std::uint32_t row) noexcept {
#ifdef __GNUC__
  for (std::size_t d = 0; d < dimension; d += 64) __builtin_prefetch(table + row * dimension + d);
#endif
}

/// out[d] = sum over `rows`, in their order, of weight * table[row * dimension + d]. Each product
/// and each sum is rounded to float, so all variants give the same bits. `dimension` must be a
/// multiple of 8.
using PoolKernel = void (*)(const std::int8_t* table, std::size_t dimension,
                            std::span<const WeightedRow> rows, float* out);

/// Portable variant.
void pool_scalar(const std::int8_t* table, std::size_t dimension, std::span<const WeightedRow> rows,
                 float* out);

/// The fastest variant that this processor supports.
PoolKernel best_pool_kernel() noexcept;

}  // namespace codeweaver::model
