// Tests of line runs: the lines of a text with the terms of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/line_runs.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace codeweaver::text {
namespace {

using Terms = std::set<std::string, std::less<>>;

TEST_CASE("line runs: what stands in two places is shown from both") {
  const std::vector<std::uint64_t> marks = {0, 0b1, 0b1, 0b1, 0, 0, 0, 0b10, 0, 0, 0b100, 0b1000};
  CHECK(best_runs(marks, 0, 3) == std::vector<LineRun>{{1, 4}, {10, 12}});
  CHECK(best_runs(marks, 2, 1) == std::vector<LineRun>{{2, 3}, {7, 8}});
  CHECK(best_runs(std::span(marks).first(4), 0, 3) == std::vector<LineRun>{{1, 4}});
}

TEST_CASE("line runs: known terms count for less than others, and for more than nothing") {
  const std::vector<std::uint64_t> marks = {0b11, 0, 0, 0b11, 0, 0, 0, 0b100, 0, 0};
  CHECK(best_runs(marks, 0, 2) == std::vector<LineRun>{{0, 2}, {7, 9}});
  CHECK(best_runs(std::span(marks).first(6), 0, 2) == std::vector<LineRun>{{0, 3}, {3, 5}});
  CHECK(best_runs(marks, 1, 2) == std::vector<LineRun>{{3, 5}, {7, 9}});
}

TEST_CASE("line runs: the line with the most terms is always one of them") {
  std::vector<std::uint64_t> marks(24, 0);
  marks[2] = 0b111;
  marks[10] = 0b11;
  marks[11] = 0b100;
  marks[12] = 0b1000;
  marks[20] = 0b110000;
  CHECK(best_runs(marks, 0, 3) == std::vector<LineRun>{{2, 3}, {10, 13}, {20, 23}});
}

TEST_CASE("line runs: none where no line holds a term") {
  CHECK(best_runs({}, 0, 3).empty());
  CHECK(best_runs(std::vector<std::uint64_t>(9, 0), 0, 3).empty());
  CHECK(best_runs(std::vector<std::uint64_t>{1, 0}, 5, 3).empty());
}

TEST_CASE("term marks: a bit a term in order of appearance, any number of terms") {
  const std::vector<std::string_view> lines = {"retry(upload)", "", "uploadRetry", "other"};
  CHECK(term_marks(lines, Terms{"retri", "retry", "upload"}) ==
        std::vector<std::uint64_t>{0b11, 0, 0b11, 0});
  std::string all;
  Terms terms;
  for (int i = 0; i < 100; ++i) {
    terms.insert("w" + std::to_string(i + 100));
    all += "w" + std::to_string(i + 100) + ' ';
  }
  const std::vector<std::string_view> many = {all, "w199"};
  CHECK(term_marks(many, terms) ==
        std::vector<std::uint64_t>{~std::uint64_t{0}, std::uint64_t{1} << 63});
}

}  // namespace
}  // namespace codeweaver::text
