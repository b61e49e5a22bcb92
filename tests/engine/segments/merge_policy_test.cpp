// Tests of the merge policy: few segments and few rewrites for any order of edits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/merge_policy.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace codeweaver::engine {
namespace {

/// Segments after an edit that adds `added` files and the merges it asks for; returns how many
/// files were copied.
std::size_t edit(std::vector<SegmentLoad>& segments, std::size_t added) {
  segments.push_back({added, 0});
  std::size_t copied = 0;
  for (int merges = 0;; ++merges) {
    REQUIRE(merges < 3);
    const auto chosen = segments_to_merge(segments);
    REQUIRE(std::is_sorted(chosen.begin(), chosen.end()));
    if (chosen.empty()) return copied;
    std::size_t merged = 0;
    for (auto i = chosen.rbegin(); i != chosen.rend(); ++i) {
      merged += segments[*i].alive;
      segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(*i));
    }
    if (merged > 0) segments.push_back({merged, 0});
    copied += merged;
  }
}

TEST_CASE("merge policy: edits one by one stay in few segments and rewrite each file seldom") {
  for (const std::size_t base : {0UL, 10'000UL, 1'000'000UL}) {
    CAPTURE(base);
    std::vector<SegmentLoad> segments;
    if (base > 0) segments.push_back({base, 0});
    constexpr std::size_t kEdits = 20'000;
    std::size_t rewritten = 0, cheap = 0;
    for (std::size_t i = 0; i < kEdits; ++i) {
      const auto merged = edit(segments, 1);
      rewritten += merged;
      cheap += merged <= 32 ? 1 : 0;
      REQUIRE(segments.size() <= kMaxSegments);
    }
    CHECK(static_cast<double>(rewritten) / kEdits <
          4 * std::log2(static_cast<double>(base + kEdits)));
    CHECK(cheap >= kEdits * 95 / 100);
  }
}

TEST_CASE("merge policy: files that change again and again cost no more") {
  std::mt19937 random(7);
  std::vector<SegmentLoad> segments{{10'000, 0}};
  std::size_t rewritten = 0;
  for (int i = 0; i < 5'000; ++i) {
    // The file's old place dies, in a segment chosen by its size.
    std::size_t at = random() % 10'000;
    for (auto& segment : segments) {
      if (at < segment.alive) {
        --segment.alive;
        ++segment.dead;
        break;
      }
      at -= segment.alive;
    }
    rewritten += edit(segments, 1);
    REQUIRE(segments.size() <= kMaxSegments);
  }
  CHECK(rewritten / 5'000 < 50);
}

TEST_CASE("merge policy: empty and mostly dead segments go, few others stay") {
  const std::vector<SegmentLoad> segments{{100, 10}, {0, 5}, {4, 5}, {50, 50}};
  CHECK(segments_to_merge(segments) == std::vector<std::size_t>{1, 2});
  CHECK(segments_to_merge({}).empty());
  CHECK(segments_to_merge(std::vector<SegmentLoad>(kMaxSegments, {1, 0})).empty());
}

TEST_CASE("merge policy: of too many segments, the small ones become one") {
  std::vector<SegmentLoad> segments{{100'000, 0}, {10'000, 0}};
  for (std::size_t i = 0; i < kMaxSegments; ++i) segments.push_back({1, 0});
  CHECK(segments_to_merge(segments).size() == kMaxSegments);
  CHECK(segments_to_merge(segments).front() == 2);
}

}  // namespace
}  // namespace codeweaver::engine
