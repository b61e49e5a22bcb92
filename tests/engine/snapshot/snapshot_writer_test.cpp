// Tests of the writer of snapshots: a content that the database lacks is an error.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/snapshot/snapshot_writer.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

TEST_CASE("snapshot writer: a content that the database lacks is an error, and no file appears") {
  const test::ProjectFixture project;
  project.index();
  const StatePaths paths{project.state()};
  const StatePaths elsewhere{project.state() / "none"};
  const auto database = store::Database::open_read_only(paths.database());
  REQUIRE(database);
  const auto tree = *database->tree("");
  const auto file = project.state() / "out.cwsnap";
  CHECK_FALSE(write_snapshot({elsewhere, tree, "s", ""}, {.file = file}, {}));
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(write_snapshot({paths, tree, "s", ""}, {.file = file}, {})->settings == "s");
}

}  // namespace codeweaver::engine
