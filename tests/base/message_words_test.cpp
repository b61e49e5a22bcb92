// Tests of numbers with their nouns, and of lists of names, in messages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/counted.hpp"
#include "base/joined.hpp"

namespace codeweaver::base {

TEST_CASE("message words: thousands are grouped, and the noun follows the number") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1'000) == "1,000");
  CHECK(grouped(1'234'567) == "1,234,567");
  CHECK(counted(1, "file") == "1 file");
  CHECK(counted(0, "file") == "0 files");
  CHECK(counted(1'247, "file") == "1,247 files");
  CHECK(counted(2, "match", "matches") == "2 matches");
}

TEST_CASE("message words: a separator is only between items, even between empty ones") {
  const std::vector<std::string> names{"a", "", "c"};
  CHECK(joined(names, ", ") == "a, , c");
  CHECK(joined(std::vector<std::string>{}, ", ").empty());
  CHECK(joined(names, "+", [](const std::string& name) { return name + name; }) == "aa++cc");
}

}  // namespace codeweaver::base
