// Tests of derivation: a generation where files changed, none where they did not.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/derive.hpp"

#include <doctest/doctest.h>

#include "codeweaver/result.hpp"
#include "engine/row_bench.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

TEST_CASE("derive: a generation where files changed, none where they did not") {
  RowBench bench;
  const auto first = derive_segments(bench.paths(), bench.request());
  REQUIRE(first);
  CHECK(first->changed);
  CHECK_FALSE(derive_segments(bench.paths(), bench.request())->changed);
  REQUIRE(bench.database().make_tree("")->remove_file("b.py"));
  const auto next = derive_segments(bench.paths(), bench.request());
  CHECK(next->generation == first->generation + 1);
  CHECK(store::open_snapshot(bench.paths().segments()).value()->live_chunks == 2);
  CHECK(can_be_repaired(Error{ErrorCategory::kCorruption, "SEGMENT_CORRUPT", "", "", ""}));
  CHECK_FALSE(can_be_repaired(Error{ErrorCategory::kIo, "DISK_FULL", "", "", ""}));
}

}  // namespace codeweaver::engine
