// Integer dot products over stored vector rows, in variants chosen at run time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "store/vectors/bit_kernels.hpp"

namespace codeweaver::store {

/// kAvx512Popcnt is kAvx512Vnni plus VPOPCNTDQ.
enum class DotVariant : std::uint8_t { kScalar, kAvx2, kAvx512Vnni, kAvx512Popcnt };
inline constexpr std::array kDotVariants = {DotVariant::kAvx512Popcnt, DotVariant::kAvx512Vnni,
                                            DotVariant::kAvx2, DotVariant::kScalar};

/// The products are sums of integers, so every variant returns the same numbers and rankings do not
/// depend on the machine. Rows hold 128 + code in `row_bytes` bytes, a multiple of 64. Bytes past
/// the dimension are 128 in rows and 0 in queries.
struct DotKernels {
  DotVariant variant = DotVariant::kScalar;
  /// out[i] = sum of (row i's byte) * query, for `count` rows. The caller subtracts 128 * sum of
  /// query.
  void (*rows)(const std::uint8_t* rows, std::size_t count, std::size_t row_bytes,
               const std::int8_t* query, std::int32_t* out) noexcept = nullptr;
  /// The same for the rows with the indexes `chosen`, in any order.
  void (*chosen_rows)(const std::uint8_t* rows, const std::uint32_t* chosen, std::size_t count,
                      std::size_t row_bytes, const std::int8_t* query,
                      std::int32_t* out) noexcept = nullptr;
  /// 16 * sum of (byte - 128) * query + sum of (nibble - 8) * query, over one row and its row of
  /// nibbles (see vector_codes.hpp). The caller keeps each sum within 32 bits.
  std::int64_t (*fine)(const std::uint8_t* row, const std::uint8_t* nibbles, std::size_t row_bytes,
                       const std::int16_t* query) noexcept = nullptr;
  BitKernel* bits = nullptr;
  ReachingKernel* reaching = nullptr;
  BitScoreKernel* bit_scores = nullptr;
};

/// Prefetches memory that will be read soon.
inline void prefetch(const void* begin, std::size_t size) noexcept {
#ifdef __GNUC__
  const auto* bytes = static_cast<const std::uint8_t*>(begin);
  for (std::size_t i = 0; i < size; i += 64) __builtin_prefetch(bytes + i);
#endif
}

/// The fastest variant for this processor.
const DotKernels& best_dot_kernels() noexcept;
/// Null if this processor or this build lacks the variant.
const DotKernels* dot_kernels(DotVariant variant) noexcept;

}  // namespace codeweaver::store
