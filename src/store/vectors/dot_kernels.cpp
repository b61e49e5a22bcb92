// Integer dot products: scalar, AVX2 and AVX-512 VNNI; selection of the kernels for all codes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vectors/dot_kernels.hpp"

#include "store/vectors/x86_kernels.hpp"

namespace codeweaver::store {
namespace {

void scalar_rows(const std::uint8_t* rows, std::size_t count, std::size_t row_bytes,
                 const std::int8_t* query, std::int32_t* out) noexcept {
  for (std::size_t r = 0; r < count; ++r) {
    const std::uint8_t* row = rows + r * row_bytes;
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < row_bytes; ++i) sum += row[i] * query[i];
    out[r] = sum;
  }
}

/// Calls a kernel once for each row.
template <auto kRows>
void row_by_row(const std::uint8_t* rows, const std::uint32_t* chosen, std::size_t count,
                std::size_t row_bytes, const std::int8_t* query, std::int32_t* out) noexcept {
  for (std::size_t r = 0; r < count; ++r)
    kRows(rows + std::size_t{chosen[r]} * row_bytes, 1, row_bytes, query, out + r);
}

std::int64_t scalar_fine(const std::uint8_t* row, const std::uint8_t* nibbles,
                         std::size_t row_bytes, const std::int16_t* query) noexcept {
  std::int32_t high = 0, low = 0;
  for (std::size_t i = 0; i < row_bytes; ++i) high += (row[i] - 128) * query[i];
  for (std::size_t block = 0; block < row_bytes; block += 64)
    for (std::size_t i = 0; i < 32; ++i) {
      const int pair = nibbles[block / 2 + i];
      low += ((pair & 15) - 8) * query[block + i] + ((pair >> 4) - 8) * query[block + 32 + i];
    }
  return std::int64_t{16} * high + low;
}

constexpr DotKernels kScalarKernels{
    .variant = DotVariant::kScalar,
    .rows = scalar_rows,
    .chosen_rows = row_by_row<scalar_rows>,
    .fine = scalar_fine,
    .bits = scalar_bits,
    .reaching = scalar_reaching,
    .bit_scores = scalar_bit_scores,
};

#ifdef CODEWEAVER_X86_KERNELS

__attribute__((target("avx2"))) inline std::int32_t sum_avx2(__m256i v) noexcept {
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
  return _mm_cvtsi128_si32(half);
}

__attribute__((target("avx2"))) inline __m256i widen_unsigned(const std::uint8_t* p) noexcept {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}

// Widened to 16 bits, because maddubs saturates.
__attribute__((target("avx2"))) void avx2_rows(const std::uint8_t* rows, std::size_t count,
                                               std::size_t row_bytes, const std::int8_t* query,
                                               std::int32_t* out) noexcept {
  for (std::size_t r = 0; r < count; ++r) {
    const std::uint8_t* row = rows + r * row_bytes;
    __m256i even = _mm256_setzero_si256(), odd = even;
    for (std::size_t i = 0; i < row_bytes; i += 32) {
      const auto* q = reinterpret_cast<const __m128i*>(query + i);
      const __m256i q0 = _mm256_cvtepi8_epi16(_mm_loadu_si128(q));
      const __m256i q1 = _mm256_cvtepi8_epi16(_mm_loadu_si128(q + 1));
      even = _mm256_add_epi32(even, _mm256_madd_epi16(widen_unsigned(row + i), q0));
      odd = _mm256_add_epi32(odd, _mm256_madd_epi16(widen_unsigned(row + i + 16), q1));
    }
    out[r] = sum_avx2(_mm256_add_epi32(even, odd));
  }
}

__attribute__((target("avx2"))) inline __m256i load_query(const std::int16_t* p) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

__attribute__((target("avx2"))) std::int64_t avx2_fine(const std::uint8_t* row,
                                                       const std::uint8_t* nibbles,
                                                       std::size_t row_bytes,
                                                       const std::int16_t* query) noexcept {
  const __m256i row_offset = _mm256_set1_epi16(128), offset = _mm256_set1_epi16(8);
  const __m256i mask = _mm256_set1_epi16(15);
  __m256i high = _mm256_setzero_si256(), low = high;
  for (std::size_t i = 0; i < row_bytes; i += 16) {
    const __m256i code = _mm256_sub_epi16(widen_unsigned(row + i), row_offset);
    high = _mm256_add_epi32(high, _mm256_madd_epi16(code, load_query(query + i)));
  }
  for (std::size_t block = 0; block < row_bytes; block += 64)
    for (std::size_t i = 0; i < 32; i += 16) {
      const __m256i pairs = widen_unsigned(nibbles + block / 2 + i);
      const __m256i first = _mm256_sub_epi16(_mm256_and_si256(pairs, mask), offset);
      const __m256i second = _mm256_sub_epi16(_mm256_srli_epi16(pairs, 4), offset);
      const std::int16_t* q = query + block + i;
      low = _mm256_add_epi32(low, _mm256_madd_epi16(first, load_query(q)));
      low = _mm256_add_epi32(low, _mm256_madd_epi16(second, load_query(q + 32)));
    }
  return std::int64_t{16} * sum_avx2(high) + sum_avx2(low);
}

constexpr DotKernels kAvx2Kernels{
    .variant = DotVariant::kAvx2,
    .rows = avx2_rows,
    .chosen_rows = row_by_row<avx2_rows>,
    .fine = avx2_fine,
    .bits = avx2_bits,
    .reaching = avx2_reaching,
    .bit_scores = avx2_bit_scores,
};

#define CODEWEAVER_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

// Sums each of 16 registers over its 16 lanes, into one register, with a tree of additions.
CODEWEAVER_VNNI inline __m512i sum_sixteen(const __m512i* a) noexcept {
  __m512i b[8], c[4];
  for (int k = 0; k < 8; ++k)
    b[k] = _mm512_add_epi32(_mm512_unpacklo_epi32(a[2 * k], a[2 * k + 1]),
                            _mm512_unpackhi_epi32(a[2 * k], a[2 * k + 1]));
  for (int k = 0; k < 4; ++k)
    c[k] = _mm512_add_epi32(_mm512_unpacklo_epi64(b[2 * k], b[2 * k + 1]),
                            _mm512_unpackhi_epi64(b[2 * k], b[2 * k + 1]));
  const __m512i d0 = _mm512_add_epi32(_mm512_shuffle_i32x4(c[0], c[1], 0x88),
                                      _mm512_shuffle_i32x4(c[0], c[1], 0xdd));
  const __m512i d1 = _mm512_add_epi32(_mm512_shuffle_i32x4(c[2], c[3], 0x88),
                                      _mm512_shuffle_i32x4(c[2], c[3], 0xdd));
  return _mm512_add_epi32(_mm512_shuffle_i32x4(d0, d1, 0x88), _mm512_shuffle_i32x4(d0, d1, 0xdd));
}

CODEWEAVER_VNNI inline __m512i dot_lanes(const std::uint8_t* row, std::size_t row_bytes,
                                         const std::int8_t* query) noexcept {
  __m512i sum = _mm512_setzero_si512();
  for (std::size_t i = 0; i < row_bytes; i += 64)
    sum = _mm512_dpbusd_epi32(sum, _mm512_loadu_si512(row + i), _mm512_loadu_si512(query + i));
  return sum;
}

/// Dot products of sixteen rows; `at` returns the start of each.
template <class At>
CODEWEAVER_VNNI inline __m512i dot_sixteen(At at, std::size_t row_bytes,
                                           const std::int8_t* query) noexcept {
  __m512i sums[16];
  // Constant sizes for the usual models let the compiler keep the query in registers.
  if (row_bytes == 256)
    for (std::size_t k = 0; k < 16; ++k) sums[k] = dot_lanes(at(k), 256, query);
  else if (row_bytes == 128)
    for (std::size_t k = 0; k < 16; ++k) sums[k] = dot_lanes(at(k), 128, query);
  else
    for (std::size_t k = 0; k < 16; ++k) sums[k] = dot_lanes(at(k), row_bytes, query);
  return sum_sixteen(sums);
}

CODEWEAVER_VNNI void vnni_rows(const std::uint8_t* rows, std::size_t count, std::size_t row_bytes,
                               const std::int8_t* query, std::int32_t* out) noexcept {
  std::size_t r = 0;
  for (; r + 16 <= count; r += 16) {
    const auto at = [&](std::size_t k) { return rows + (r + k) * row_bytes; };
    _mm512_storeu_si512(out + r, dot_sixteen(at, row_bytes, query));
  }
  for (; r < count; ++r)
    out[r] = _mm512_reduce_add_epi32(dot_lanes(rows + r * row_bytes, row_bytes, query));
}

CODEWEAVER_VNNI void vnni_chosen_rows(const std::uint8_t* rows, const std::uint32_t* chosen,
                                      std::size_t count, std::size_t row_bytes,
                                      const std::int8_t* query, std::int32_t* out) noexcept {
  const auto row = [&](std::size_t i) { return rows + std::size_t{chosen[i]} * row_bytes; };
  std::size_t r = 0;
  for (; r + 16 <= count; r += 16) {
    const auto at = [&](std::size_t k) { return row(r + k); };
    _mm512_storeu_si512(out + r, dot_sixteen(at, row_bytes, query));
  }
  for (; r < count; ++r) out[r] = _mm512_reduce_add_epi32(dot_lanes(row(r), row_bytes, query));
}

CODEWEAVER_VNNI inline __m512i widen_row(const std::uint8_t* p) noexcept {
  return _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
}

CODEWEAVER_VNNI std::int64_t avx512_fine(const std::uint8_t* row, const std::uint8_t* nibbles,
                                         std::size_t row_bytes,
                                         const std::int16_t* query) noexcept {
  const __m512i row_offset = _mm512_set1_epi16(128), offset = _mm512_set1_epi16(8);
  const __m512i mask = _mm512_set1_epi16(15);
  __m512i high = _mm512_setzero_si512(), low = high;
  for (std::size_t block = 0; block < row_bytes; block += 64) {
    const __m512i q0 = _mm512_loadu_si512(query + block);
    const __m512i q1 = _mm512_loadu_si512(query + block + 32);
    const __m512i code0 = _mm512_sub_epi16(widen_row(row + block), row_offset);
    const __m512i code1 = _mm512_sub_epi16(widen_row(row + block + 32), row_offset);
    high = _mm512_dpwssd_epi32(_mm512_dpwssd_epi32(high, code0, q0), code1, q1);
    const __m512i pairs = widen_row(nibbles + block / 2);
    const __m512i first = _mm512_sub_epi16(_mm512_and_si512(pairs, mask), offset);
    const __m512i second = _mm512_sub_epi16(_mm512_srli_epi16(pairs, 4), offset);
    low = _mm512_dpwssd_epi32(_mm512_dpwssd_epi32(low, first, q0), second, q1);
  }
  return std::int64_t{16} * _mm512_reduce_add_epi32(high) + _mm512_reduce_add_epi32(low);
}

constexpr DotKernels kVnniKernels{
    .variant = DotVariant::kAvx512Vnni,
    .rows = vnni_rows,
    .chosen_rows = vnni_chosen_rows,
    .fine = avx512_fine,
    .bits = avx2_bits,
    .reaching = avx2_reaching,
    .bit_scores = avx2_bit_scores,
};
constexpr DotKernels kPopcntKernels = [] {
  DotKernels kernels = kVnniKernels;
  kernels.variant = DotVariant::kAvx512Popcnt;
  kernels.bits = avx512_bits;
  return kernels;
}();

#endif

}  // namespace

const DotKernels* dot_kernels(DotVariant variant) noexcept {
  if (variant == DotVariant::kScalar) return &kScalarKernels;
#ifdef CODEWEAVER_X86_KERNELS
  if (variant == DotVariant::kAvx2 && __builtin_cpu_supports("avx2")) return &kAvx2Kernels;
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vnni")) {
    if (variant == DotVariant::kAvx512Vnni) return &kVnniKernels;
    if (variant == DotVariant::kAvx512Popcnt && __builtin_cpu_supports("avx512vpopcntdq"))
      return &kPopcntKernels;
  }
#endif
  return nullptr;
}

const DotKernels& best_dot_kernels() noexcept {
  static const DotKernels& best = []() -> const DotKernels& {
    for (const DotVariant variant : kDotVariants)
      if (const DotKernels* kernels = dot_kernels(variant)) return *kernels;
    return kScalarKernels;
  }();
  return best;
}

}  // namespace codeweaver::store
