// Kernels of the scan over bit codes, for each kind of processor; DotKernels collects them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace codeweaver::store {

struct BitQuery;

/// out[i] = sum of the query's numbers at the set bits of row i, for blocks of 16 rows. For the
/// layout and `planes` see bit_codes.hpp.
using BitKernel = void(const std::uint32_t* blocks, std::size_t count, std::size_t words,
                       const std::uint32_t* planes, std::int32_t* out) noexcept;

/// Bit i is set if score i of 64 is not below the threshold.
using ReachingKernel = std::uint64_t(const float* scores, float threshold) noexcept;

/// BitQuery::score() of 64 rows from the output of BitKernel. All processors give the same numbers.
using BitScoreKernel = void(const BitQuery& query, const std::int32_t* dots, const float* factors,
                            const float* biases, float* scores) noexcept;

BitKernel scalar_bits;
ReachingKernel scalar_reaching;
BitScoreKernel scalar_bit_scores;
#if defined(__x86_64__) && defined(__GNUC__)
BitKernel avx2_bits;
ReachingKernel avx2_reaching;
BitScoreKernel avx2_bit_scores;
BitKernel avx512_bits;  ///< needs avx512f and avx512vpopcntdq
#endif

}  // namespace codeweaver::store
