// Statistics: quantiles, bootstrap and significance against values known in advance.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace codeweaver::evaluate;
using Columns = std::vector<std::vector<double>>;

TEST_CASE("random: SplitMix64 gives its published numbers") {
  Random random(1234567);
  CHECK(random.next() == 6457827717110365317ULL);
  CHECK(random.next() == 3203168211198807973ULL);
  CHECK(random.next() == 9817491932198370423ULL);
}

TEST_CASE("random: below() reaches every number under its bound and none above") {
  Random random(1);
  std::vector<int> seen(7);
  for (int i = 0; i < 7000; ++i) ++seen.at(random.below(7));
  for (const int count : seen) CHECK((count > 800 && count < 1200));
}

TEST_CASE("quantile: interpolates between order statistics") {
  CHECK(quantile({}, 0.5) == 0);
  CHECK(quantile({3}, 0.95) == 3);
  CHECK(quantile({4, 1, 3, 2}, 0.5) == doctest::Approx(2.5));
  CHECK(quantile({4, 1, 3, 2}, 0) == 1);
  CHECK(quantile({4, 1, 3, 2}, 1) == 4);
  CHECK(quantile({10, 20}, 0.95) == doctest::Approx(19.5));
}

TEST_CASE("bootstrap: equal values have an interval of no width") {
  const std::vector<std::vector<double>> columns = {{0.25, 0.25, 0.25}};
  const auto intervals = cluster_bootstrap(columns, std::vector<std::size_t>{0, 0, 1});
  CHECK(intervals[0].low == 0.25);
  CHECK(intervals[0].high == 0.25);
}

TEST_CASE("bootstrap: nothing to draw from gives zeros") {
  const std::vector<std::vector<double>> columns = {{}};
  const auto intervals = cluster_bootstrap(columns, std::vector<std::size_t>{});
  CHECK(intervals.size() == 1);
  CHECK(intervals[0].high == 0);
}

TEST_CASE("bootstrap: of independent queries it agrees with the normal interval") {
  std::vector<double> values;
  std::vector<std::size_t> one, own;
  for (std::size_t i = 0; i < 400; ++i) {
    values.push_back(i % 2 == 0 ? 1 : 0);
    one.push_back(0);
    own.push_back(i);
  }
  const double half_width = 1.96 * 0.5 / std::sqrt(400.0);
  for (const auto& clusters : {one, own}) {
    const auto interval = cluster_bootstrap(Columns{values}, clusters)[0];
    CHECK(interval.low == doctest::Approx(0.5 - half_width).epsilon(0.02));
    CHECK(interval.high == doctest::Approx(0.5 + half_width).epsilon(0.02));
  }
}

TEST_CASE("bootstrap: queries that agree within a repository widen the interval") {
  std::vector<double> values;
  std::vector<std::size_t> clusters, own;
  for (std::size_t i = 0; i < 200; ++i) {
    clusters.push_back(i / 20);
    own.push_back(i);
    values.push_back(i / 20 % 2 == 0 ? 1 : 0);
  }
  const auto wide = cluster_bootstrap(Columns{values}, clusters)[0];
  const auto narrow = cluster_bootstrap(Columns{values}, own)[0];
  CHECK(wide.high - wide.low > 2.5 * (narrow.high - narrow.low));
  CHECK(wide.low >= 0);
  CHECK(wide.high <= 1);
}

TEST_CASE("bootstrap: the same seed gives the same interval, a shifted column a shifted one") {
  const std::vector<double> values = {0.1, 0.9, 0.4, 0.7, 0.2};
  auto shifted = values;
  for (double& value : shifted) value += 2;
  const std::vector<std::size_t> clusters = {0, 0, 1, 1, 2};
  const auto both = cluster_bootstrap(Columns{values, shifted}, clusters);
  const auto again = cluster_bootstrap(Columns{values}, clusters);
  CHECK(both[0].low == again[0].low);
  CHECK(both[1].low == doctest::Approx(both[0].low + 2));
  CHECK(both[1].high == doctest::Approx(both[0].high + 2));
}

TEST_CASE("sign flips: without a difference p is 1") {
  CHECK(sign_flip_p_value({}) == 1);
  CHECK(sign_flip_p_value(std::vector<double>{0, 0, 0}) == 1);
  CHECK(sign_flip_p_value(std::vector<double>{0.5}) == 1);  // either sign is as far from 0
}

TEST_CASE("sign flips: p of few differences agrees with counting all signs") {
  // All of one sign: 2 of 2^n assignments are as far from 0.
  for (const int n : {2, 4, 6}) {
    const std::vector<double> differences(static_cast<std::size_t>(n), 0.3);
    CHECK(sign_flip_p_value(differences) == doctest::Approx(2 / std::pow(2.0, n)).epsilon(0.15));
  }
  const std::vector<double> mixed = {0.5, 0.2, -0.1};  // |0.6| or more: +++ ++- and their mirrors
  CHECK(sign_flip_p_value(mixed) == doctest::Approx(0.5).epsilon(0.05));
}

TEST_CASE("sign flips: zeros change nothing, direction does not matter") {
  const std::vector<double> up = {0.3, 0.1, 0.4, -0.1}, padded = {0.3, 0, 0.1, 0.4, 0, -0.1};
  std::vector<double> down;
  for (const double value : up) down.push_back(-value);
  CHECK(sign_flip_p_value(up) == sign_flip_p_value(padded));
  CHECK(sign_flip_p_value(up) == sign_flip_p_value(down));
}

TEST_CASE("sign flips: more than 64 differences all get signs of their own") {
  std::vector<double> balanced;
  for (int i = 0; i < 200; ++i) balanced.push_back(i % 2 == 0 ? 0.5 : -0.5);
  CHECK(sign_flip_p_value(balanced) == 1);
  CHECK(sign_flip_p_value(std::vector<double>(200, 0.5)) == doctest::Approx(1.0 / 10001));
}
