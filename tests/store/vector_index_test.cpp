// Tests of vector indexes: one contract for all kinds, exactness compared with brute force, and
// equal rankings of all kernels.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/vector_index.hpp"

#include <doctest/doctest.h>

#include "store/layout/chunk_set.hpp"
#include "store/sample_vectors.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store {
namespace {

using test::brute_force;
using test::common;
using test::dot;
using test::make_segment;
using test::sample;
using test::TempFolder;

constexpr std::array kKinds = {VectorIndexKind::kScan, VectorIndexKind::kFaissFlat,
                               VectorIndexKind::kFaissHnsw};

void check_recall(VectorIndexKind kind, std::uint32_t seed) {
  TempFolder folder;
  constexpr std::size_t kDimension = 128, kCount = 6000, kQueries = 60;
  auto vectors = sample(kCount + kQueries, kDimension, seed);
  const std::vector<std::vector<float>> queries(vectors.end() - kQueries, vectors.end());
  vectors.resize(kCount);
  auto index = make_vector_index(make_segment(folder, vectors, kDimension, kind), kind);
  REQUIRE(index);
  CHECK((*index)->kind() == kind);
  std::mt19937 random(seed);
  for (const int one_in : {1, 3, 40}) {
    CAPTURE(one_in);
    ChunkSet allowed(kCount, false);
    for (std::size_t i = 0; i < kCount; ++i) allowed.set(i, random() % one_in == 0);
    const std::size_t deleted = random() % 5000;
    allowed.set_range(deleted, deleted + 700, false);
    std::size_t found = 0;
    for (const auto& query : queries) {
      const auto hits = (*index)->search(query, allowed, 10);
      REQUIRE(hits.size() == 10);
      found += common(hits, brute_force(vectors, query, allowed, 10));
      for (std::size_t i = 0; i < hits.size(); ++i) {
        CHECK(allowed.test(hits[i].chunk));
        CHECK(hits[i].score == doctest::Approx(dot(vectors[hits[i].chunk], query)).epsilon(1e-4));
        if (i > 0) CHECK(hits[i - 1].score >= hits[i].score);
      }
    }
    const double recall = static_cast<double>(found) / (10.0 * kQueries);
    CAPTURE(recall);
    CHECK(recall >= (kind == VectorIndexKind::kFaissHnsw ? 0.95 : 0.99));
  }
}

TEST_CASE("every kind finds the true nearest chunks of clustered, anisotropic vectors") {
  for (const VectorIndexKind kind : kKinds)
    for (const std::uint32_t seed : {3U, 11U, 12U}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(seed);
      check_recall(kind, seed);
    }
}

TEST_CASE("all kinds give the same scores, and the scan the same list as FAISS Flat") {
  TempFolder folder;
  const auto vectors = sample(3000, 96);
  const auto queries = sample(40, 96, 9);
  const auto segment = make_segment(folder, vectors, 96);
  const ChunkSet all(vectors.size(), true);
  const auto scan = *make_vector_index(segment, VectorIndexKind::kScan);
  const auto flat = *make_vector_index(segment, VectorIndexKind::kFaissFlat);
  const auto hnsw = *make_vector_index(segment, VectorIndexKind::kFaissHnsw);
  for (const auto& query : queries) {
    const auto a = scan->search(query, all, 25), b = flat->search(query, all, 25);
    REQUIRE(a.size() == b.size());
    std::vector<float> scores(vectors.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(a[i].chunk == b[i].chunk);
      CHECK(a[i].score == b[i].score);
      scores[a[i].chunk] = a[i].score;
    }
    for (const ScoredChunk& hit : hnsw->search(query, all, 25))
      if (scores[hit.chunk] != 0) CHECK(hit.score == scores[hit.chunk]);
  }
}

TEST_CASE("equal vectors come in chunk order, and limits cut after it") {
  TempFolder folder;
  auto vectors = sample(8, 64);
  const std::vector<float> copy = vectors[0];
  for (int i = 0; i < 500; ++i) vectors.push_back(copy);
  const auto segment = make_segment(folder, vectors, 64);
  const ChunkSet all(vectors.size(), true);
  for (const VectorIndexKind kind : {VectorIndexKind::kScan, VectorIndexKind::kFaissFlat}) {
    auto index = make_vector_index(segment, kind);
    for (const std::size_t limit : {1, 5, 100}) {
      const auto hits = (*index)->search(copy, all, limit);
      REQUIRE(hits.size() == limit);
      CHECK(hits[0].chunk == 0);
      for (std::size_t i = 1; i < limit; ++i) {
        CHECK(hits[i].score == hits[0].score);
        if (kind == VectorIndexKind::kScan) CHECK(hits[i].chunk == 7 + i);
      }
    }
  }
}

TEST_CASE("limits, filters and missing vectors hold for every kind") {
  TempFolder folder;
  auto vectors = sample(700, 48);
  for (std::size_t i = 0; i < vectors.size(); i += 7) vectors[i].clear();  // no dense side
  vectors[1].assign(48, 0.0F);
  vectors[2][5] = std::numeric_limits<float>::quiet_NaN();
  const auto segment = make_segment(folder, vectors, 48);
  const auto query = sample(1, 48, 21)[0];
  for (const VectorIndexKind kind : kKinds) {
    CAPTURE(static_cast<int>(kind));
    auto index = make_vector_index(segment, kind);
    REQUIRE(index);
    const ChunkSet all(vectors.size(), true), none(vectors.size(), false);
    CHECK((*index)->search(query, none, 10).empty());
    CHECK((*index)->search(query, all, 0).empty());
    const auto everything = (*index)->search(query, all, 10'000);
    CHECK(everything.size() == 700 - 100 - 2);
    for (const ScoredChunk& hit : everything) {
      CHECK(hit.chunk % 7 != 0);
      CHECK(hit.chunk > 2);
      CHECK(std::isfinite(hit.score));
    }
    ChunkSet single(vectors.size(), false);
    single.set(400, true);
    const auto one = (*index)->search(query, single, 10);
    REQUIRE(one.size() == 1);
    CHECK(one[0].chunk == 400);
  }
}

TEST_CASE("the kernels of this processor agree with plain sums") {
  std::mt19937 random(13);
  for (const std::size_t row_bytes : {64, 128, 256, 384, 1536}) {
    const std::size_t count = 37;
    std::vector<std::uint8_t> rows(count * row_bytes), nibbles(row_bytes / 2);
    std::vector<std::int8_t> coarse(row_bytes);
    std::vector<std::int16_t> fine(row_bytes);
    const auto limit = std::min<std::size_t>(32767, 2147483647 / (128 * row_bytes));
    for (auto& value : rows) value = static_cast<std::uint8_t>(random());
    for (auto& value : nibbles) value = static_cast<std::uint8_t>(random());
    for (std::size_t i = 0; i < row_bytes; ++i) {
      coarse[i] = static_cast<std::int8_t>(random());
      fine[i] = static_cast<std::int16_t>(static_cast<int>(random() % (2 * limit + 1)) -
                                          static_cast<int>(limit));
    }
    for (std::size_t i = 0; i < row_bytes; ++i) {  // the extremes, where sums could overflow
      rows[i] = i % 2 == 0 ? 0 : 255;
      rows[row_bytes + i] = 0;
      rows[2 * row_bytes + i] = 255;
    }
    for (const DotVariant variant : kDotVariants) {
      const DotKernels* kernels = dot_kernels(variant);
      if (kernels == nullptr) continue;
      CAPTURE(static_cast<int>(variant));
      std::vector<std::int32_t> out(count);
      kernels->rows(rows.data(), count, row_bytes, coarse.data(), out.data());
      for (std::size_t r = 0; r < count; ++r) {
        const std::uint8_t* row = rows.data() + r * row_bytes;
        std::int64_t plain = 0, plain_fine = 0;
        for (std::size_t i = 0; i < row_bytes; ++i) {
          plain += row[i] * coarse[i];
          const int pair = nibbles[i / 64 * 32 + i % 32];
          const int nibble = (i % 64 < 32 ? pair & 15 : pair >> 4) - 8;
          plain_fine += (16 * (row[i] - 128) + nibble) * std::int64_t{fine[i]};
        }
        REQUIRE(out[r] == plain);
        REQUIRE(kernels->fine(row, nibbles.data(), row_bytes, fine.data()) == plain_fine);
        std::int32_t single = 0;
        kernels->rows(row, 1, row_bytes, coarse.data(), &single);
        REQUIRE(single == plain);
      }
      std::vector<std::uint32_t> chosen;
      for (std::uint32_t r = 0; r < count; ++r)
        if (r % 3 != 1) chosen.push_back(static_cast<std::uint32_t>(count) - 1 - r);
      std::vector<std::int32_t> of_chosen(chosen.size());
      kernels->chosen_rows(rows.data(), chosen.data(), chosen.size(), row_bytes, coarse.data(),
                           of_chosen.data());
      for (std::size_t i = 0; i < chosen.size(); ++i) REQUIRE(of_chosen[i] == out[chosen[i]]);
    }
  }
}

TEST_CASE("every kernel gives the same ranking to the last bit") {
  TempFolder folder;
  const auto vectors = sample(2000, 200);
  const auto segment = make_segment(folder, vectors, 200);
  const ChunkSet all(vectors.size(), true);
  const auto scalar = make_vector_scan(segment, *dot_kernels(DotVariant::kScalar));
  for (const DotVariant variant : kDotVariants) {
    const DotKernels* kernels = dot_kernels(variant);
    if (kernels == nullptr) continue;
    const auto scan = make_vector_scan(segment, *kernels);
    for (const auto& query : sample(30, 200, 77)) {
      const auto a = scalar->search(query, all, 40), b = scan->search(query, all, 40);
      REQUIRE(a.size() == b.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(a[i].chunk == b[i].chunk);
        CHECK(a[i].score == b[i].score);
      }
    }
  }
}

TEST_CASE("dense search over a snapshot skips the dead and merges parts in order") {
  TempFolder folder;
  const auto vectors = sample(900, 64);
  const std::vector<std::vector<float>> one(vectors.begin(), vectors.begin() + 400);
  const std::vector<std::vector<float>> two(vectors.begin() + 400, vectors.end());
  Snapshot::Part a{make_segment(folder, one, 64), ChunkSet(one.size(), true), nullptr};
  Snapshot::Part b{make_segment(folder, two, 64), ChunkSet(two.size(), true), nullptr};
  ChunkSet alive(vectors.size(), true);
  for (std::size_t i = 0; i < vectors.size(); i += 3) {
    alive.set(i, false);
    (i < 400 ? a.live : b.live).set(i < 400 ? i : i - 400, false);
  }
  for (const VectorIndexKind kind : kKinds) {
    auto snapshot = make_snapshot(1, {a, b}, kind);
    REQUIRE(snapshot);
    std::size_t found = 0;
    for (const auto& query : sample(30, 64, 55)) {
      auto hits = search_dense(**snapshot, query, {}, 10);
      REQUIRE(hits);
      REQUIRE(hits->size() == 10);
      for (std::size_t i = 1; i < 10; ++i) CHECK((*hits)[i - 1].score >= (*hits)[i].score);
      for (ScoredChunk& hit : *hits) hit.chunk += hit.part * 400;
      found += common(*hits, brute_force(vectors, query, alive, 10));
    }
    CHECK(found >= 290);
  }
  const auto snapshot = *make_snapshot(1, {a, b}, VectorIndexKind::kScan);
  auto wrong = search_dense(*snapshot, std::vector<float>(32, 0.1F), {}, 10);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().category == ErrorCategory::kInvalidArgument);
  CHECK(wrong.error().code == "DIMENSION_MISMATCH");
}

}  // namespace
}  // namespace codeweaver::store
