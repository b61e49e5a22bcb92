// Tests of the head of a snapshot: round trip; a head that lacks something is refused.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/snapshot/snapshot_head.hpp"

#include <doctest/doctest.h>

#include <string>

namespace codeweaver::engine {

TEST_CASE("snapshot head: what was written is read, and a head that lacks something is refused") {
  SnapshotHead head{"1.2", "fingerprint", "model", "tree", {"base"}, 3, 2, 9, {}, {}};
  head.directory = {2, 10, 20, "aa"};
  head.parts = {{1, 5, 6, "bb"}, {1, 7, 8, "cc"}};
  const auto text = head_text(head);
  CHECK(read_head(text).value() == head);
  for (const auto* member : {"version", "parts", "sha256", "unpacked", "directory", "files"}) {
    auto other = text;
    other.replace(other.find('"' + std::string(member) + '"') + 1, 1, "x");
    CHECK(read_head(other).error().code == "SNAPSHOT_CORRUPT");
  }
  CHECK_FALSE(read_head("[]"));
  CHECK_FALSE(read_head("{"));
}

}  // namespace codeweaver::engine
