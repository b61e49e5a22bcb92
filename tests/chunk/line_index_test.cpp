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

TEST_CASE("line index: rough token sums differ from the count by two for each line at most") {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (std::size_t i = random() % 400; i > 0; --i) text += "ab (x) 12_\n  \n"[random() % 14];
    const LineIndex lines(text);
    const auto begin = static_cast<std::uint32_t>(random() % (text.size() + 1));
    const auto end = static_cast<std::uint32_t>(begin + random() % (text.size() - begin + 1));
    const auto exact = static_cast<int>(text::count_tokens(text.substr(begin, end - begin)));
    const auto rough = static_cast<int>(lines.roughly_tokens({begin, end}));
    const auto breaks =
        static_cast<int>(std::count(text.begin() + begin, text.begin() + end, '\n'));
    CHECK(std::abs(exact - rough) <= 2 * (breaks + 1));
  }
}
