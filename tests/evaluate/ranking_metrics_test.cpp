// Tests of metrics: known values, and properties of random lists.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/ranking_metrics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "evaluate/statistics.hpp"

using namespace codeweaver;
using namespace codeweaver::evaluate;

namespace {

RankedResult result(std::string path, std::uint32_t start = 1, std::uint32_t end = 10,
                    std::size_t tokens = 100) {
  return {std::move(path), {start, end}, 0, tokens};
}
Target target(std::string path, bool is_secondary = false) {
  return {std::move(path), std::nullopt, is_secondary};
}
Target span(std::string path, std::uint32_t start, std::uint32_t end, bool is_secondary = false) {
  return {std::move(path), Span{start, end}, is_secondary};
}
void check(const MetricValues& found, const MetricValues& wanted) {
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    INFO(kMetricNames[i]);
    CHECK(found[i] == doctest::Approx(wanted[i]).epsilon(1e-12));
  }
}

const double kLog3 = std::log2(3.0), kLog4 = 2.0, kLog5 = std::log2(5.0);

}  // namespace

TEST_CASE("metrics: the answer at rank two of three") {
  const RankedList list = {result("b"), result("a"), result("c")};
  check(measure({target("a")}, list, Level::kFile), {1 / kLog3, 0.5, 1, 0, 1, 1});
}

TEST_CASE("metrics: nothing found is zero, everything in the best order is one") {
  check(measure({target("a")}, {}, Level::kFile), {0, 0, 0, 0, 0, 0});
  check(measure({target("a")}, {result("b")}, Level::kSpan), {0, 0, 0, 0, 0, 0});
  const std::vector<Target> targets = {target("s", true), target("a")};
  check(measure(targets, {result("a"), result("s")}, Level::kFile), {1, 1, 1, 1, 1, 1});
}

TEST_CASE("metrics: a secondary target has half the gain, counts as a hit and not for recall") {
  const std::vector<Target> targets = {target("a"), target("s", true)};
  const double ideal = 1 + 0.5 / kLog3;
  check(measure(targets, {result("s"), result("x"), result("y"), result("a")}, Level::kFile),
        {(0.5 + 1 / kLog5) / ideal, 1, 1, 1, 1, 1});
  check(measure(targets, {result("s")}, Level::kFile), {0.5 / ideal, 1, 0, 1, 1, 1});
}

TEST_CASE("metrics: the file level counts each file once, at its first appearance") {
  const std::vector<Target> targets = {target("a"), target("b")};
  const RankedList list = {result("x", 1, 5), result("x", 6, 9), result("a", 1, 5),
                           result("a", 6, 9), result("b")};
  check(measure(targets, list, Level::kFile),  // x, a, b
        {(1 / kLog3 + 1 / kLog4) / (1 + 1 / kLog3), 0.5, 1, 0, 1, 1});
}

TEST_CASE("metrics: a file with a primary and a secondary span is one primary file") {
  const std::vector<Target> targets = {span("a", 1, 5, true), span("a", 50, 60)};
  check(measure(targets, {result("a", 1, 5)}, Level::kFile), {1, 1, 1, 1, 1, 1});
  check(measure(targets, {result("a", 1, 5)}, Level::kSpan),
        {0.5 / (1 + 0.5 / kLog3), 1, 0, 1, 1, 1});
}

TEST_CASE("metrics: spans overlap at a single line and not beside one") {
  const std::vector<Target> targets = {span("a", 10, 20)};
  CHECK(at(measure(targets, {result("a", 1, 10)}, Level::kSpan), Metric::kHit1) == 1);
  CHECK(at(measure(targets, {result("a", 20, 30)}, Level::kSpan), Metric::kHit1) == 1);
  CHECK(at(measure(targets, {result("a", 1, 9)}, Level::kSpan), Metric::kHit1) == 0);
  CHECK(at(measure(targets, {result("a", 21, 30)}, Level::kSpan), Metric::kHit1) == 0);
  CHECK(at(measure(targets, {result("b", 10, 20)}, Level::kSpan), Metric::kHit1) == 0);
  CHECK(at(measure({target("a")}, {result("a", 900, 901)}, Level::kSpan), Metric::kHit1) == 1);
}

TEST_CASE("metrics: a target is credited once, a result with one target") {
  const std::vector<Target> one = {span("a", 10, 20)};
  check(measure(one, {result("a", 1, 12), result("a", 13, 30)}, Level::kSpan), {1, 1, 1, 1, 1, 1});
  // One result over both targets reaches both, but earns one gain; the next earns the other.
  const std::vector<Target> two = {span("a", 10, 12, true), span("a", 14, 16)};
  const double ideal = 1 + 0.5 / kLog3;
  check(measure(two, {result("a", 1, 20)}, Level::kSpan), {1 / ideal, 1, 1, 1, 1, 1});
  check(measure(two, {result("a", 1, 20), result("a", 11, 30)}, Level::kSpan), {1, 1, 1, 1, 1, 1});
}

TEST_CASE("metrics: what lies below rank ten does not count") {
  RankedList list;
  for (int i = 0; i < 10; ++i) list.push_back(result("x" + std::to_string(i)));
  list.push_back(result("a"));
  for (const auto level : {Level::kFile, Level::kSpan})
    check(measure({target("a")}, list, level), {0, 0, 0, 0, 0, 0});
}

TEST_CASE("metrics: tokens are summed up to and with the first relevant result") {
  const RankedList list = {result("b", 1, 5, 7), result("a", 1, 5, 11), result("a", 30, 40, 13)};
  CHECK(tokens_to_first_hit({span("a", 35, 36)}, list, Level::kFile) == 18);
  CHECK(tokens_to_first_hit({span("a", 35, 36)}, list, Level::kSpan) == 31);
  CHECK(tokens_to_first_hit({target("z")}, list, Level::kFile) == 31);
  CHECK(tokens_to_first_hit({target("z")}, {}, Level::kFile) == 0);
}

TEST_CASE("metrics: on random lists all lie in [0, 1], and moving a hit up never hurts") {
  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    INFO("round ", round);
    const auto name = [&] { return std::string(1, static_cast<char>('a' + random.below(6))); };
    std::vector<Target> targets = {span(name(), 1, 10)};
    for (std::size_t i = random.below(4); i > 0; --i) {
      const auto start = static_cast<std::uint32_t>(1 + random.below(40));
      targets.push_back(span(name(), start, start + 5, random.below(2) == 0));
    }
    RankedList list;
    for (std::size_t i = random.below(14); i > 0; --i) {
      const auto start = static_cast<std::uint32_t>(1 + random.below(40));
      list.push_back(result(name(), start, start + 9));
    }
    for (const auto level : {Level::kFile, Level::kSpan}) {
      const auto found = measure(targets, list, level);
      for (const double value : found) CHECK((value >= 0 && value <= 1 + 1e-12));
      CHECK(at(found, Metric::kHit1) <= at(found, Metric::kHit3));
      CHECK(at(found, Metric::kHit3) <= at(found, Metric::kHit5));
      CHECK((at(found, Metric::kMrr) > 0) == (at(found, Metric::kNdcg) > 0));
      auto longer = list;
      longer.push_back(result("nowhere"));
      check(measure(targets, longer, level), found);
      auto better = list;
      better.insert(better.begin(), {targets[0].path, *targets[0].lines, 0, 0});
      CHECK(at(measure(targets, better, level), Metric::kMrr) == 1);
      CHECK(at(measure(targets, better, level), Metric::kHit1) == 1);
    }
  }
}
