// Tests of the trees of namespaces: their segments follow the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/namespace_trees.hpp"

#include <doctest/doctest.h>

#include "codeweaver/namespace_key.hpp"
#include "engine/row_bench.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/state/state_paths.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

TEST_CASE("namespace trees: their segments follow what the database has of them") {
  RowBench bench;
  const auto paths = bench.paths(namespace_tree(*NamespaceKey::parse(test::kAtlas)));
  auto& database = bench.database();
  bench.put("d", paths.tree);
  REQUIRE(derive_namespace(database, paths, bench.config(), nullptr, {}, nullptr, {}));
  const auto segments = tree_segments(database, paths);
  CHECK(segments->derived.generation == 1);
  CHECK_FALSE(segments->derived.run.empty());
  const auto snapshot = store::open_snapshot(paths.segments(), nullptr, paths.manifest());
  CHECK((*snapshot)->live_chunks == 1);
}

}  // namespace codeweaver::engine
