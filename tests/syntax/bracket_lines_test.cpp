// Tests of BracketLines: comparison with a plain scan.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/bracket_lines.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace codeweaver::syntax;

namespace {

std::uint32_t scanned(const std::string& text, std::uint32_t begin, std::uint32_t end) {
  int depth = 0;
  for (std::uint32_t i = begin; i < end; ++i) {
    const char c = text[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == '\n' && depth <= 0) return i;
  }
  return end;
}

}  // namespace

TEST_CASE("bracket lines: a line ends where a scan from its beginning ends") {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    const std::size_t per_feed = 2 + random() % 900;
    for (std::size_t i = random() % 6000; i > 0; --i)
      text += random() % per_feed == 0 ? '\n' : "ab=()[]xyz"[random() % 10];
    BracketLines lines(text);
    for (int range = 0; range < 100; ++range) {
      const auto begin = static_cast<std::uint32_t>(random() % (text.size() + 1));
      const auto end = static_cast<std::uint32_t>(begin + random() % (text.size() - begin + 1));
      CAPTURE(text);
      CAPTURE(begin);
      CAPTURE(end);
      REQUIRE(lines.end_of(begin, end) == scanned(text, begin, end));
    }
  }
}
