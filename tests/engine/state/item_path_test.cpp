// Tests of item paths: what was put together is taken apart.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/item_path.hpp"

#include <doctest/doctest.h>

namespace codeweaver::engine {

TEST_CASE("item paths: what was put together is taken apart") {
  const auto path = item_path("src/a.py", {10, 42}, "one line", "id:7");
  const auto item = read_item_path(path);
  CHECK(item.path == "src/a.py");
  CHECK(item.first_line == 10);
  CHECK(item.last_line == 42);
  CHECK(item.node_id == "id:7");
  CHECK(read_item_path(item_path("a", {3, 4}, "x\ny\n", "n")).last_line == 0);
  CHECK(read_item_path("src/plain.py").path == "src/plain.py");
  CHECK(shown_path(path) == "src/a.py");
}

}  // namespace codeweaver::engine
