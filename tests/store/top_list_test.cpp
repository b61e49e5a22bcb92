// Tests of TopList and its buckets: comparison with sorting.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/top_list.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "store/search/scored_chunk.hpp"

namespace codeweaver::store {
namespace {

bool is_same(const ScoredChunk& a, const ScoredChunk& b) {
  return a.chunk == b.chunk && a.score == b.score;
}

TEST_CASE("a list keeps what sorting puts first, whatever the scores") {
  std::mt19937 random(17);
  const std::vector<std::function<float()>> kinds = {
      [&] { return std::normal_distribution<float>(0.4F, 0.1F)(random); },
      [&] { return static_cast<float>(random() % 5); },
      [&] { return random() % 1000 == 0 ? 1e30F : 1e-30F * static_cast<float>(random() % 9); },
      [&] { return 0.25F; },
      [&] {
        return random() % 50 == 0 ? -std::numeric_limits<float>::infinity()
                                  : static_cast<float>(random() % 99);
      },
  };
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (const std::size_t limit : {1U, 100U, 600U, 3200U})
      for (const std::size_t count : {limit / 2, limit, limit + 1, 3 * limit, 40'000UL}) {
        CAPTURE(kind);
        CAPTURE(limit);
        CAPTURE(count);
        std::vector<ScoredChunk> all;
        TopList list(limit, SegmentOrder{}), unordered(limit, SegmentOrder{});
        for (std::size_t i = 0; i < count; ++i) {
          all.push_back({0, static_cast<std::uint32_t>(i), kinds[kind](), 0});
          list.offer(all.back());
          unordered.offer(all.back());
        }
        std::ranges::sort(all, SegmentOrder{});
        all.resize(std::min(limit, count));
        CHECK(std::ranges::equal(std::move(list).take(), all, is_same));
        auto rest = std::move(unordered).take_unordered();
        std::ranges::sort(rest, SegmentOrder{});
        CHECK(std::ranges::equal(rest, all, is_same));
      }
}

TEST_CASE("the bucket of a rank holds its score, and no larger score is in a lower one") {
  std::mt19937 random(19);
  std::normal_distribution<float> number(-3, 2);
  for (const std::size_t count : {2U, 10U, 5000U}) {
    std::vector<float> scores(count);
    for (float& score : scores) score = number(random);
    const ScoreBuckets buckets(scores, std::identity());
    REQUIRE(buckets.is_usable());
    std::ranges::sort(scores, std::greater<>());
    for (std::size_t rank = 0; rank < count; ++rank) {
      CHECK(buckets.bucket_of(scores[rank]) == buckets.bucket_at(rank));
      if (rank > 0) CHECK(buckets.bucket_of(scores[rank]) <= buckets.bucket_of(scores[rank - 1]));
    }
  }
  const std::vector<float> equal(9, 1.5F);
  CHECK_FALSE(ScoreBuckets(equal, std::identity()).is_usable());
}

}  // namespace
}  // namespace codeweaver::store
