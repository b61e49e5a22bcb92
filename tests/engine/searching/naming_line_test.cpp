// Tests of the naming line: the line with the name of a definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/naming_line.hpp"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

namespace codeweaver::engine {

TEST_CASE("naming line: a definition's name stands below its annotation and return type") {
  const std::vector<std::string_view> lines = {"@Override", "public Map<String, Gate>",
                                               "openGates(int gates) {", "  return open;", "}"};
  CHECK(naming_line(lines, 0, 5, "openGates") == 2);
  CHECK(naming_line(lines, 0, 5, "close") == 0);
  CHECK(last_name("zebra::Gate::open") == "open");
  CHECK(contains_word("void open(Gate&)", "open"));
  CHECK_FALSE(contains_word("void reopen(Gate&)", "open"));
}

}  // namespace codeweaver::engine
