// Tests of the slices in which a search indexes changed files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/refresh_pace.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "engine/freshness/freshness.hpp"

namespace codeweaver::engine {
namespace {

/// A scan that found `count` changed files of 10,000 bytes, and one that was removed.
TreeScan scan_of(std::size_t count) {
  TreeScan scan;
  for (std::size_t i = 0; i < count; ++i) {
    scan.found.files.push_back({});
    scan.found.files.back().path = "f" + std::to_string(i);
    scan.found.files.back().size_bytes = 10'000;
    scan.changes.changed.push_back(i);
  }
  scan.changes.removed = {"gone"};
  return scan;
}

}  // namespace

TEST_CASE("refresh pace: without time nothing is taken, without an end everything is") {
  CHECK(RefreshPace(std::chrono::milliseconds(0)).is_over());
  const RefreshPace endless(std::chrono::milliseconds::max());
  CHECK_FALSE(endless.is_over());
  CHECK(endless.next() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("refresh pace: the first slice is small, and the next ones follow its speed") {
  RefreshPace pace(std::chrono::hours(1));
  const auto first = pace.next();
  CHECK(first <= 1U << 20);
  pace.did(first);
  CHECK(pace.next() > first);  // that took no time
}

TEST_CASE("refresh pace: a slice leaves the files that do not fit, in path order") {
  auto scan = scan_of(6);
  const auto left = take_out(scan, 2 * weight_of(scan) / 6);
  CHECK(left == std::vector<std::string>{"f2", "f3", "f4", "f5"});
  CHECK(scan.changes.changed == std::vector<std::size_t>{0, 1});
  CHECK(scan.changes.removed.size() == 1);
  CHECK(scan.is_part);
}

TEST_CASE("refresh pace: no slice leaves removed files, too; one takes a file at least") {
  auto none = scan_of(2);
  CHECK(take_out(none, 0) == std::vector<std::string>{"f0", "f1", "gone"});
  CHECK(none.changes.none());
  auto one = scan_of(2);
  CHECK(take_out(one, 1) == std::vector<std::string>{"f1"});
}

TEST_CASE("freshness: a warning, a file that is left or an index not compared is not fresh") {
  CHECK(Freshness().is_fresh());
  CHECK_FALSE(Freshness{{"a warning"}, nullptr, true}.is_fresh());
  CHECK_FALSE(Freshness{{}, nullptr, false}.is_fresh());
  const auto left = std::make_shared<const std::vector<std::string>>(1, "a.py");
  CHECK_FALSE(Freshness{{}, left, true}.is_fresh());
}

}  // namespace codeweaver::engine
