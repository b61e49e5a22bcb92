// Tests of the slices in which a search indexes changed files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/refresh_pace.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "engine/workspace/freshness.hpp"

namespace codeweaver::engine {
namespace {

/// A look that found `count` changed files of 10,000 bytes, and one that was removed.
TreeLook look_of(std::size_t count) {
  TreeLook look;
  for (std::size_t i = 0; i < count; ++i) {
    look.found.files.push_back({});
    look.found.files.back().path = "f" + std::to_string(i);
    look.found.files.back().size_bytes = 10'000;
    look.changes.changed.push_back(i);
  }
  look.changes.removed = {"gone"};
  return look;
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
  auto look = look_of(6);
  const auto left = take_out(look, 2 * weight_of(look) / 6);
  CHECK(left == std::vector<std::string>{"f2", "f3", "f4", "f5"});
  CHECK(look.changes.changed == std::vector<std::size_t>{0, 1});
  CHECK(look.changes.removed.size() == 1);
  CHECK(look.is_part);
}

TEST_CASE("refresh pace: no slice leaves removed files, too; one takes a file at least") {
  auto none = look_of(2);
  CHECK(take_out(none, 0) == std::vector<std::string>{"f0", "f1", "gone"});
  CHECK(none.changes.none());
  auto one = look_of(2);
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
