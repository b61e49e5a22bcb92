// Tests of bit codes: comparisons of kernels with plain sums, of estimates with true products, and
// of the narrowed scan with brute force.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/vectors/bit_codes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "store/layout/chunk_set.hpp"
#include "store/layout/segment_format.hpp"
#include "store/sample_vectors.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"
#include "store/vectors/dot_kernels.hpp"

namespace codeweaver::store {
namespace {

using test::brute_force;
using test::common;
using test::make_segment;
using test::sample;
using test::TempFolder;

TEST_CASE("bit kernels of every processor agree with plain sums") {
  std::mt19937 random(13);
  for (const std::size_t words : {1, 2, 4, 7, 8, 16, 32, 64}) {
    constexpr std::size_t kBlocks = 5;
    std::vector<std::uint32_t> blocks(kBlocks * words * kBitBlockRows), planes(4 * words);
    for (auto& word : blocks) word = static_cast<std::uint32_t>(random());
    for (auto& word : planes) word = static_cast<std::uint32_t>(random());
    for (std::size_t w = 0; w < words; ++w) {  // the extremes, where counts could overflow
      blocks[w * kBitBlockRows] = ~0U;
      blocks[w * kBitBlockRows + 1] = 0;
    }
    for (const std::uint32_t fill : {0U, ~0U, 1U}) {
      if (fill != 1U) std::fill(planes.begin(), planes.end(), fill);
      for (const DotVariant variant : kDotVariants) {
        const DotKernels* kernels = dot_kernels(variant);
        if (kernels == nullptr) continue;
        CAPTURE(static_cast<int>(variant));
        std::vector<std::int32_t> out(kBlocks * kBitBlockRows);
        kernels->bits(blocks.data(), kBlocks, words, planes.data(), out.data());
        for (std::size_t row = 0; row < out.size(); ++row) {
          std::int32_t plain = 0;
          for (std::size_t j = 0; j < 32 * words; ++j) {
            const std::size_t w = j / 32;
            const std::uint32_t code =
                blocks[(row / kBitBlockRows * words + w) * kBitBlockRows + row % kBitBlockRows];
            int value = 0;
            for (std::size_t plane = 0; plane < 4; ++plane)
              value |= static_cast<int>(planes[4 * w + plane] >> j % 32 & 1U) << plane;
            if ((code >> j % 32 & 1U) != 0) plain += value < 8 ? value : value - 16;
          }
          REQUIRE(out[row] == plain);
        }
      }
      for (auto& word : planes) word = static_cast<std::uint32_t>(random());
    }
  }
}

TEST_CASE("every processor finds the same scores that reach a threshold") {
  std::mt19937 random(3);
  std::vector<float> scores(64);
  for (int round = 0; round < 50; ++round) {
    for (float& score : scores) score = static_cast<float>(random() % 8) - 4;
    scores[random() % 64] = std::numeric_limits<float>::quiet_NaN();
    for (const float threshold : {-std::numeric_limits<float>::infinity(), -4.0F, 0.0F, 9.0F}) {
      std::uint64_t plain = 0;
      for (std::size_t i = 0; i < 64; ++i)
        if (scores[i] >= threshold) plain |= std::uint64_t{1} << i;
      for (const DotVariant variant : kDotVariants)
        if (const DotKernels* kernels = dot_kernels(variant))
          CHECK(kernels->reaching(scores.data(), threshold) == plain);
    }
  }
}

TEST_CASE("every processor gives bit codes the same scores") {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> number(-2, 2);
  BitQuery query;
  query.scale = 0.013F;
  for (int round = 0; round < 20; ++round) {
    query.sum = static_cast<std::int32_t>(random() % 512) - 256;
    std::vector<std::int32_t> dots(64);
    std::vector<float> factors(64), biases(64);
    for (std::size_t i = 0; i < 64; ++i) {
      dots[i] = static_cast<std::int32_t>(random() % 4096) - 2048;
      factors[i] = number(random);
      biases[i] = number(random);
    }
    for (const DotVariant variant : kDotVariants) {
      const DotKernels* kernels = dot_kernels(variant);
      if (kernels == nullptr) continue;
      CAPTURE(static_cast<int>(variant));
      std::vector<float> scores(64);
      kernels->bit_scores(query, dots.data(), factors.data(), biases.data(), scores.data());
      for (std::size_t i = 0; i < 64; ++i)
        REQUIRE(scores[i] == query.score(dots[i], factors[i], biases[i]));
    }
  }
}

TEST_CASE("a bit code estimates inner products without direction, within its theory") {
  for (const std::size_t dimension : {32, 96, 200, 256, 300}) {
    CAPTURE(dimension);
    auto vectors = sample(620, dimension, 7);
    std::vector<float> mean(dimension), rows;
    for (std::size_t j = 0; j < dimension; ++j) {
      double sum = 0;
      for (const auto& vector : vectors) sum += static_cast<double>(vector[j]);
      mean[j] = static_cast<float>(sum / static_cast<double>(vectors.size()));
    }
    const std::vector<std::vector<float>> queries(vectors.end() - 20, vectors.end());
    vectors.resize(600);
    for (const auto& vector : vectors) rows.insert(rows.end(), vector.begin(), vector.end());
    const BitCodes codes = encode_bits(rows, mean, std::vector<std::uint8_t>(600, 1));
    const std::size_t width = bit_code_width(dimension);
    REQUIRE(codes.words == width / 32);
    REQUIRE(codes.blocks.size() == 608 * codes.words);
    double error_sum = 0, square_sum = 0;
    for (const auto& query : queries) {
      const BitQuery bits = encode_bit_query(mean, query);
      std::vector<std::int32_t> dots(608);
      best_dot_kernels().bits(codes.blocks.data(), 38, codes.words, bits.planes.data(),
                              dots.data());
      for (std::size_t i = 0; i < 600; ++i) {
        double product = 0, row_square = 0, query_square = 0;
        for (std::size_t j = 0; j < dimension; ++j) {
          const double x = static_cast<double>(vectors[i][j] - mean[j]);
          const double q = static_cast<double>(query[j] - mean[j]);
          product += x * q;
          row_square += x * x;
          query_square += q * q;
        }
        // Of the standard error sqrt(pi / 2 - 1) |x| |q| / sqrt(bits).
        const double error =
            (static_cast<double>(bits.score(dots[i], codes.factors[i], 0)) - product) /
            (0.756 * std::sqrt(row_square * query_square / static_cast<double>(width)));
        error_sum += error;
        square_sum += error * error;
      }
    }
    CHECK(std::fabs(error_sum / 12'000) < 0.15);
    CHECK(std::sqrt(square_sum / 12'000) < 1.25);
  }
}

TEST_CASE("rows at the mean and missing rows have a bit code that says nothing") {
  const std::vector<float> mean(64, 0.125F);
  std::vector<float> rows(3 * 64, 0.125F);
  rows[64] = 5.0F;  // of the second row
  const BitCodes codes = encode_bits(rows, mean, std::vector<std::uint8_t>{1, 0, 1});
  for (const float factor : codes.factors) CHECK(factor == 0.0F);
  CHECK(encode_bits({}, mean, {}).factors.empty());
  const BitQuery query = encode_bit_query(mean, mean);
  CHECK(query.score(0, 1.0F, 0.25F) == 0.25F);
}

constexpr std::size_t kLarge = kBitCodesFrom + 1'003;  // the last block is not full

TEST_CASE("a narrowed scan keeps to filters and deletions and finds what brute force finds") {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    TempFolder folder;
    constexpr std::size_t kDimension = 96, kQueries = 25;
    auto vectors = sample(kLarge + kQueries, kDimension, seed);
    const std::vector<std::vector<float>> queries(vectors.end() - kQueries, vectors.end());
    vectors.resize(kLarge);
    const auto segment = make_segment(folder, vectors, kDimension, VectorIndexKind::kScan);
    REQUIRE(segment->impl().vectors.bits.words == 4);
    const auto narrowed = make_vector_scan(segment, best_dot_kernels());
    std::mt19937 random(seed);
    for (const unsigned one_in : {1U, 2U, 7U, 300U}) {
      CAPTURE(one_in);
      ChunkSet allowed(kLarge, false);
      for (std::size_t i = 0; i < kLarge; ++i) allowed.set(i, random() % one_in == 0);
      allowed.set_range(5'000, 9'000, false);  // deleted files
      std::size_t found = 0;
      for (const auto& query : queries) {
        const auto hits = narrowed->search(query, allowed, 10);
        REQUIRE(hits.size() == 10);
        for (const ScoredChunk& hit : hits) CHECK(allowed.test(hit.chunk));
        found += common(hits, brute_force(vectors, query, allowed, 10));
      }
      CHECK(found >= 245);
    }
  }
}

TEST_CASE("a narrowed scan is right where a sample of its blocks misleads") {
  TempFolder folder;
  auto vectors = sample(kLarge, 64, 8);
  const auto query = vectors[0];
  // Near the query in all blocks that are sampled, and in no other.
  for (std::size_t i = 0; i < kLarge; ++i)
    if (i / kBitBlockRows % 5 == 0)
      for (std::size_t j = 0; j < 64; ++j) vectors[i][j] = 0.9F * query[j] + 0.1F * vectors[i][j];
  const auto segment = make_segment(folder, vectors, 64, VectorIndexKind::kScan);
  const ChunkSet all(kLarge, true);
  const auto narrowed = make_vector_scan(segment, best_dot_kernels());
  const auto whole = make_vector_scan(segment, best_dot_kernels(), ScanStages::kAllRows);
  for (const std::size_t limit : {1, 10, 100}) {
    const auto a = narrowed->search(query, all, limit), b = whole->search(query, all, limit);
    REQUIRE(a.size() == limit);
    CHECK(a[0].chunk == b[0].chunk);
    CHECK(a.back().score >= b.back().score - 0.01F);
  }
}

TEST_CASE("every kernel narrows to the same rows, ties in chunk order") {
  TempFolder folder;
  auto vectors = sample(kLarge, 64, 4);
  for (std::size_t i = 600; i < 9'000; i += 2) vectors[i] = vectors[500];
  for (std::size_t i = 0; i < kLarge; i += 11) vectors[i].clear();  // no dense side
  const auto segment = make_segment(folder, vectors, 64, VectorIndexKind::kScan);
  const ChunkSet all(kLarge, true);
  auto queries = sample(12, 64, 5);
  queries.push_back(vectors[500]);
  const auto scalar = make_vector_scan(segment, *dot_kernels(DotVariant::kScalar));
  for (const DotVariant variant : kDotVariants) {
    const DotKernels* kernels = dot_kernels(variant);
    if (kernels == nullptr) continue;
    CAPTURE(static_cast<int>(variant));
    const auto scan = make_vector_scan(segment, *kernels);
    for (const auto& query : queries) {
      const auto a = scalar->search(query, all, 100), b = scan->search(query, all, 100);
      REQUIRE(a.size() == 100);
      REQUIRE(b.size() == 100);
      for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(a[i].chunk == b[i].chunk);
        CHECK(a[i].score == b[i].score);
        CHECK(a[i].chunk % 11 != 0);
        if (i > 0 && a[i].score == a[i - 1].score) CHECK(a[i].chunk > a[i - 1].chunk);
      }
    }
  }
}

TEST_CASE("bit codes are written for large segments alone, the same bytes each time") {
  TempFolder folder;
  const auto vectors = sample(kBitCodesFrom, 32, 6);
  const auto large = make_segment(folder, vectors, 32, VectorIndexKind::kScan);
  CHECK(large->impl().vectors.bits.words == 1);
  CHECK(make_segment(folder, vectors, 32, VectorIndexKind::kScan)->name() == large->name());
  const std::vector<std::vector<float>> fewer(vectors.begin(), vectors.end() - 1);
  const auto small = make_segment(folder, fewer, 32, VectorIndexKind::kScan);
  CHECK(small->impl().vectors.bits.words == 0);
}

}  // namespace
}  // namespace codeweaver::store
