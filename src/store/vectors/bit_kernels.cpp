// Sums over bit codes: scalar, AVX2 and AVX-512 VPOPCNTDQ.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vectors/bit_kernels.hpp"

#include <array>

#include "store/vectors/bit_codes.hpp"
#include "store/vectors/x86_kernels.hpp"

namespace codeweaver::store {
namespace {

// The number of set bits of each byte, as a byte.
inline std::uint32_t byte_counts(std::uint32_t x) noexcept {
  x -= x >> 1 & 0x55555555U;
  x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
  return (x + (x >> 4)) & 0x0f0f0f0fU;
}

inline std::int32_t byte_sum(std::uint32_t x) noexcept {
  x = (x & 0x00ff00ffU) + (x >> 8 & 0x00ff00ffU);
  return static_cast<std::int32_t>((x & 0xffffU) + (x >> 16));
}

}  // namespace

// Compilers vectorize the inner loops over the rows of a block.
void scalar_bits(const std::uint32_t* blocks, std::size_t count, std::size_t words,
                 const std::uint32_t* planes, std::int32_t* out) noexcept {
  for (std::size_t b = 0; b < count; ++b, blocks += words * kBitBlockRows, out += kBitBlockRows) {
    std::array<std::int32_t, kBitBlockRows> sums{};
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint32_t* plane = planes + 4 * w;
      for (std::size_t i = 0; i < kBitBlockRows; ++i) {
        const std::uint32_t code = blocks[w * kBitBlockRows + i];
        const std::uint32_t low = byte_counts(code & plane[0]) + 2 * byte_counts(code & plane[1]) +
                                  4 * byte_counts(code & plane[2]);
        sums[i] += byte_sum(low) - 8 * byte_sum(byte_counts(code & plane[3]));
      }
    }
    for (std::size_t i = 0; i < kBitBlockRows; ++i) out[i] = sums[i];
  }
}

std::uint64_t scalar_reaching(const float* scores, float threshold) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 64; ++i) bits |= std::uint64_t{scores[i] >= threshold ? 1U : 0U} << i;
  return bits;
}

void scalar_bit_scores(const BitQuery& query, const std::int32_t* dots, const float* factors,
                       const float* biases, float* scores) noexcept {
  for (std::size_t i = 0; i < 64; ++i) scores[i] = query.score(dots[i], factors[i], biases[i]);
}

#ifdef CODEWEAVER_X86_KERNELS

namespace {

#define CODEWEAVER_AVX2 __attribute__((target("avx2")))

// Adds the number of set bits of each byte of `x` to the bytes of `counts`.
CODEWEAVER_AVX2 inline void count_bytes(__m256i x, __m256i& counts) noexcept {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i mask = _mm256_set1_epi8(15);
  const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(x, mask));
  const __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), mask));
  counts = _mm256_add_epi8(counts, _mm256_add_epi8(low, high));
}

// Sums of the four bytes of each 32-bit lane.
CODEWEAVER_AVX2 inline __m256i sum_bytes(__m256i counts) noexcept {
  const __m256i pairs = _mm256_maddubs_epi16(counts, _mm256_set1_epi8(1));
  return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

// Half a block: 8 rows. The words of a row are 16 words apart.
CODEWEAVER_AVX2 inline __m256i half_block(const std::uint32_t* codes, std::size_t words,
                                          const std::uint32_t* planes) noexcept {
  constexpr std::size_t kWordsUntilFull = 31;  // a byte grows by up to 8 per word
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t begin = 0; begin < words; begin += kWordsUntilFull) {
    const std::size_t end = begin + kWordsUntilFull < words ? begin + kWordsUntilFull : words;
    __m256i counts[4] = {};
    for (std::size_t w = begin; w < end; ++w) {
      const __m256i code =
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes + w * kBitBlockRows));
      for (std::size_t k = 0; k < 4; ++k) {
        const __m256i plane = _mm256_set1_epi32(static_cast<int>(planes[4 * w + k]));
        count_bytes(_mm256_and_si256(code, plane), counts[k]);
      }
    }
    sum = _mm256_add_epi32(sum, sum_bytes(counts[0]));
    sum = _mm256_add_epi32(sum, _mm256_slli_epi32(sum_bytes(counts[1]), 1));
    sum = _mm256_add_epi32(sum, _mm256_slli_epi32(sum_bytes(counts[2]), 2));
    sum = _mm256_sub_epi32(sum, _mm256_slli_epi32(sum_bytes(counts[3]), 3));
  }
  return sum;
}

}  // namespace

CODEWEAVER_AVX2 void avx2_bits(const std::uint32_t* blocks, std::size_t count, std::size_t words,
                               const std::uint32_t* planes, std::int32_t* out) noexcept {
  for (std::size_t b = 0; b < count; ++b, blocks += words * kBitBlockRows, out += kBitBlockRows)
    for (std::size_t half = 0; half < kBitBlockRows; half += 8)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + half),
                          half_block(blocks + half, words, planes));
}

CODEWEAVER_AVX2 std::uint64_t avx2_reaching(const float* scores, float threshold) noexcept {
  const __m256 limit = _mm256_set1_ps(threshold);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 64; i += 8) {
    const __m256 is_above = _mm256_cmp_ps(_mm256_loadu_ps(scores + i), limit, _CMP_GE_OQ);
    bits |= std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_ps(is_above))} << i;
  }
  return bits;
}

CODEWEAVER_AVX2 void avx2_bit_scores(const BitQuery& query, const std::int32_t* dots,
                                     const float* factors, const float* biases,
                                     float* scores) noexcept {
  const __m256i sum = _mm256_set1_epi32(query.sum);
  const __m256 scale = _mm256_set1_ps(query.scale);
  for (std::size_t i = 0; i < 64; i += 8) {
    const __m256i dot = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(dots + i));
    const __m256 product = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_slli_epi32(dot, 1), sum));
    const __m256 factor = _mm256_mul_ps(scale, _mm256_loadu_ps(factors + i));
    _mm256_storeu_ps(scores + i,
                     _mm256_add_ps(_mm256_mul_ps(product, factor), _mm256_loadu_ps(biases + i)));
  }
}

namespace {

#define CODEWEAVER_POPCNT __attribute__((target("avx512f,avx512vpopcntdq")))

CODEWEAVER_POPCNT inline __m512i full_block(const std::uint32_t* codes, std::size_t words,
                                            const std::uint32_t* planes) noexcept {
  __m512i counts[4] = {};
  for (std::size_t w = 0; w < words; ++w) {
    const __m512i code = _mm512_loadu_si512(codes + w * kBitBlockRows);
    for (std::size_t k = 0; k < 4; ++k) {
      const __m512i plane = _mm512_set1_epi32(static_cast<int>(planes[4 * w + k]));
      counts[k] = _mm512_add_epi32(counts[k], _mm512_popcnt_epi32(_mm512_and_si512(code, plane)));
    }
  }
  const __m512i low = _mm512_add_epi32(counts[0], _mm512_slli_epi32(counts[1], 1));
  const __m512i high =
      _mm512_sub_epi32(_mm512_slli_epi32(counts[2], 2), _mm512_slli_epi32(counts[3], 3));
  return _mm512_add_epi32(low, high);
}

}  // namespace

CODEWEAVER_POPCNT void avx512_bits(const std::uint32_t* blocks, std::size_t count,
                                   std::size_t words, const std::uint32_t* planes,
                                   std::int32_t* out) noexcept {
  for (std::size_t b = 0; b < count; ++b, blocks += words * kBitBlockRows, out += kBitBlockRows) {
    // Constant sizes for the usual models let the compiler unroll the loop over the words.
    const __m512i sum = words == 8   ? full_block(blocks, 8, planes)
                        : words == 4 ? full_block(blocks, 4, planes)
                                     : full_block(blocks, words, planes);
    _mm512_storeu_si512(out, sum);
  }
}

#endif

}  // namespace codeweaver::store
