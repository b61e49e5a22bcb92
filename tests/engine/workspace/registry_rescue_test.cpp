// Tests of the project list made of the states that exist.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/registry_rescue.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "corpus/temp_tree.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/state_place.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {
namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("project list: without a copy it is made of the states that are there") {
  const corpus::TempTree files;
  const auto data = files.root() / "data", root = files.root() / "Great Shop";
  files.write("Great Shop/a.py");
  const auto place = state_place(data, root);
  fs::create_directories(place.state_dir);
  {
    auto database = store::Database::open(StatePaths{place.state_dir}.database());
    REQUIRE(database->set_project({"shop", "The shop", root.string()}));
  }
  const auto found = rescue_projects(data);
  REQUIRE(found.size() == 1);
  CHECK(found[0].project_id == "shop");
  CHECK(found[0].root == root);
  CHECK(found[0].state_dir == place.state_dir);
  CHECK(project_slug("Great Shop!") == "great-shop");
  CHECK(project_slug("...") == "project");
  CHECK(unique_id(found, "shop") == "shop-2");
  CHECK(unique_id(found, "other") == "other");
}

}  // namespace codeweaver::engine
