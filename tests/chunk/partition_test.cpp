// Tests of partition(): comparison with all possible cuts, and guarantees about sizes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/partition.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace codeweaver::chunk;

namespace {

constexpr codeweaver::chunk::SegmentSizes kSizes{20, 50, 80};

double size_price(std::uint64_t tokens) {
  if (tokens > kSizes.max) return 0;
  const double distance = (static_cast<double>(tokens) - kSizes.target) / kSizes.target;
  const double small =
      tokens < kSizes.min ? 0.5 * static_cast<double>(kSizes.min - tokens) / kSizes.min : 0;
  return distance * distance + small;
}

/// Price of cutting where `cuts` has a bit; infinite when a segment of several units is too large.
double price(const std::vector<std::uint32_t>& tokens, const std::vector<Boundary>& boundaries,
             std::uint32_t cuts) {
  double sum = 0;
  std::uint64_t size = 0;
  std::uint32_t units = 0;
  for (std::size_t i = 0; i <= tokens.size(); ++i) {
    const bool starts = i == 0 || i == tokens.size() || ((cuts >> i) & 1U) != 0;
    if (i > 0 && starts) {
      if (size > kSizes.max && units > 1) return std::numeric_limits<double>::infinity();
      sum += size_price(size);
    }
    if (i == tokens.size()) break;
    if (i > 0) sum += starts ? boundaries[i].cut : boundaries[i].join;
    if (starts) {
      size = 0;
      units = 0;
    }
    size += tokens[i];
    ++units;
  }
  return sum;
}

}  // namespace

TEST_CASE("partition: no other way to cut is cheaper") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 1 + random() % 11;
    std::vector<std::uint32_t> tokens(n);
    std::vector<Boundary> boundaries(n);
    for (std::size_t i = 0; i < n; ++i) {
      tokens[i] = static_cast<std::uint32_t>(random() % (random() % 5 == 0 ? 120 : 30));
      boundaries[i] = {static_cast<float>(random() % 100) / 50,
                       static_cast<float>(random() % 4) / 5};
    }
    double best = std::numeric_limits<double>::infinity();
    for (std::uint32_t cuts = 0; cuts < (1U << n); cuts += 2)
      best = std::min(best, price(tokens, boundaries, cuts));
    std::uint32_t chosen = 0;
    const auto starts = partition(tokens, boundaries, kSizes);
    REQUIRE(starts.at(0) == 0);
    for (const std::uint32_t start : starts) chosen |= 1U << start;
    CHECK(price(tokens, boundaries, chosen) == doctest::Approx(best).epsilon(1e-4));
  }
}

TEST_CASE("partition: nothing gives nothing, and one unit is one segment of any size") {
  CHECK(partition({}, {}, kSizes).empty());
  const std::vector<std::uint32_t> tokens{100000};
  const std::vector<Boundary> boundaries(1);
  CHECK(partition(tokens, boundaries, kSizes) == std::vector<std::uint32_t>{0});
}

TEST_CASE("partition: equal units of an open row come out near the target") {
  const std::vector<std::uint32_t> tokens(1000, 10);
  const std::vector<Boundary> boundaries(1000);
  const auto starts = partition(tokens, boundaries, kSizes);
  CHECK(starts.size() == 200);
}

TEST_CASE("partition: a row of a hundred thousand tiny units keeps within the limit of units") {
  const std::vector<std::uint32_t> tokens(100000, 0);
  const std::vector<Boundary> boundaries(100000);
  const auto starts = partition(tokens, boundaries, kSizes);
  for (std::size_t i = 1; i < starts.size(); ++i) CHECK(starts[i] - starts[i - 1] <= 512);
}
