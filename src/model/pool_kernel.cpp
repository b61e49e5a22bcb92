// Pool kernel, portable and AVX2. Compiled without contraction to fused multiply-add, because that
// rounds differently between variants.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/pool_kernel.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace codeweaver::model {

void pool_scalar(const std::int8_t* table, std::size_t dimension, std::span<const WeightedRow> rows,
                 float* out) {
  std::fill_n(out, dimension, 0.0F);
  for (const WeightedRow& entry : rows) {
    const std::int8_t* row = table + entry.row * dimension;
    for (std::size_t d = 0; d < dimension; ++d) out[d] += entry.weight * static_cast<float>(row[d]);
  }
}

#if defined(__x86_64__)
namespace {

/// Sums `8 * kLanes` columns. The sums stay in registers for all rows.
template <std::size_t kLanes>
__attribute__((target("avx2"))) void pool_columns(const std::int8_t* table, std::size_t dimension,
                                                  std::span<const WeightedRow> rows, float* out) {
  __m256 sums[kLanes];
  for (__m256& sum : sums) sum = _mm256_setzero_ps();
  for (const WeightedRow& entry : rows) {
    const std::int8_t* row = table + entry.row * dimension;
    const __m256 weight = _mm256_set1_ps(entry.weight);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + 8 * lane));
      const __m256 values = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
      sums[lane] = _mm256_add_ps(sums[lane], _mm256_mul_ps(weight, values));
    }
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) _mm256_storeu_ps(out + 8 * lane, sums[lane]);
}

__attribute__((target("avx2"))) void pool_avx2(const std::int8_t* table, std::size_t dimension,
                                               std::span<const WeightedRow> rows, float* out) {
  std::size_t column = 0;
  for (; column + 64 <= dimension; column += 64)
    pool_columns<8>(table + column, dimension, rows, out + column);
  for (; column < dimension; column += 8)
    pool_columns<1>(table + column, dimension, rows, out + column);
}

}  // namespace

PoolKernel best_pool_kernel() noexcept {
  return __builtin_cpu_supports("avx2") ? pool_avx2 : pool_scalar;
}
#else
PoolKernel best_pool_kernel() noexcept {
  return pool_scalar;
}
#endif

}  // namespace codeweaver::model
