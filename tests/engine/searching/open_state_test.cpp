// Tests of OpenState: an overlay over a committed state leaves that state as it is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/open_state.hpp"

#include <doctest/doctest.h>

#include "engine/fixture.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

TEST_CASE("open state: an overlay lies over the committed state, which stays as it is") {
  test::ProjectFixture project;
  project.index();
  SharedParts shared(project.state(), {test::embedder(), test::reranker()}, {});
  const auto database = shared.databases.lease();
  REQUIRE(database);
  const auto committed = open_state(shared, (*database)->database());
  REQUIRE(committed);
  LaidOverlay laid;
  REQUIRE(laid.overlay.put("src/lamp.py", "def light():\n    return 1\n"));
  const auto over = lay_over(*committed, laid, shared, (*database)->database());
  REQUIRE(over);
  CHECK(&(*over)->committed() == committed->get());
  CHECK((*over)->statistics.files == (*committed)->statistics.files + 1);
  const auto manifest = store::read_manifest(shared.paths.segments(), shared.paths.manifest());
  CHECK(is_snapshot_of(*(*committed)->snapshot, *manifest));
  CHECK_FALSE(is_snapshot_of(*(*over)->snapshot, *manifest));
  CHECK(index_not_found("nowhere").code == "INDEX_NOT_FOUND");
}

}  // namespace codeweaver::engine
