// Tests of ItemSpool: gives back what it took, in order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/item_spool.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include "base/temporary_folder.hpp"
#include "codeweaver/push.hpp"

namespace codeweaver::engine {

TEST_CASE("item spool: gives back what it took, in order, to the last") {
  const test::TemporaryFolder folder;
  ItemSpool spool(folder.path());
  for (int i = 0; i < 300; ++i) {
    PushItem item;
    item.node_id = "n" + std::to_string(i);
    item.node_type = "function";
    item.path = "a.py";
    item.range = {1, 2};
    item.source_audit.captured_at = "2026-01-01T00:00:00Z";
    item.content = std::string(static_cast<std::size_t>(i) * 7 + 1, 'x') + "\nx"[i % 2];
    REQUIRE(spool.put(item));
  }
  CHECK(spool.size() == 300);
  for (int i = 0; i < 300; ++i) {
    const auto item = spool.take();
    REQUIRE(item);
    REQUIRE(*item);
    CHECK((*item)->node_id == "n" + std::to_string(i));
    CHECK((*item)->content.size() == static_cast<std::size_t>(i) * 7 + 2);
  }
  CHECK_FALSE(spool.take()->has_value());
}

}  // namespace codeweaver::engine
