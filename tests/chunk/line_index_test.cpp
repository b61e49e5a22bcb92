// Tests of LineIndex: lines, trimming and token sums.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/line_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "codeweaver/text/token_count.hpp"

using namespace codeweaver;
using namespace codeweaver::chunk;

TEST_CASE("line index: line numbers agree with counting newlines") {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (std::size_t i = random() % 80; i > 0; --i) text += "a \n\r\n"[random() % 5];
    const LineIndex lines(text);
    for (std::uint32_t at = 0; at < text.size(); ++at) {
      const auto newlines = std::count(text.begin(), text.begin() + at, '\n');
      CHECK(lines.line_of(at) == newlines);
    }
  }
}

TEST_CASE("line index: edges of lines are reached over white space only") {
  const std::string text = "  a b \r\n\tc;  d\n";
  const LineIndex lines(text);
  CHECK(lines.text(lines.to_line_edges({2, 5})) == "  a b ");
  CHECK(lines.text(lines.to_line_edges({2, 3})) == "  a");
  CHECK(lines.text(lines.to_line_edges({9, 11})) == "\tc;");
  CHECK(lines.text(lines.to_line_edges({13, 14})) == "d");
  CHECK(lines.text(lines.trim({0, lines.size()})) == "a b \r\n\tc;  d");
}

TEST_CASE("line index: tokens of any range are those of the counter") {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    const bool has_long_lines = round % 4 == 0;
    const std::string_view signs =
        has_long_lines ? "abC(x);12_abC(x);12_a=b.cD+-1 \xC3\xA9" : "abC (x); 12_\n  \n\t\r\v.";
    std::string text = round % 5 == 0 ? "\xEF\xBB\xBF" : "";
    for (std::size_t i = random() % (has_long_lines ? 5000 : 1200); i > 0; --i)
      text += has_long_lines && random() % 1000 == 0 ? '\n' : signs[random() % signs.size()];
    const LineIndex lines(text);
    for (int range = 0; range < 50; ++range) {
      const auto begin = static_cast<std::uint32_t>(random() % (text.size() + 1));
      const auto end = static_cast<std::uint32_t>(begin + random() % (text.size() - begin + 1));
      const std::string_view part = std::string_view(text).substr(begin, end - begin);
      CAPTURE(text);
      CAPTURE(begin);
      CAPTURE(end);
      REQUIRE(lines.tokens({begin, end}) == text::count_tokens(part));
      REQUIRE(lines.units({begin, end}) == text::token_units(part));
    }
  }
}
