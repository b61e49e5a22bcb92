// Tests of the database: items from other tools, and what stays after clearing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "store/database/tree_view.hpp"
#include "store/sample_records.hpp"

namespace codeweaver::store {
namespace {

using test::open_database;
using test::sample_content;
using test::sample_file;
using test::TempFolder;

TEST_CASE("items and batches come back, each tree its own, and go with it") {
  TempFolder folder;
  Database database = open_database(folder);
  const ItemRecord item{"b", "b.py", "2026-02-20T12:00:00.000000Z", "function", "{}", ""};
  REQUIRE(database.make_tree("namespace:p/atlas_graph/x")->put_item(item));
  REQUIRE(
      database.make_tree("namespace:p/atlas_graph/x")->put_item({"a", "", "", "", "{}", "keep"}));
  REQUIRE(database.make_tree("namespace:p/atlas_graph/x")->put_batch_reply("one", "{}"));
  REQUIRE(database.set_meta("derived/namespace:p/atlas_graph/x", "run 1"));
  CHECK(**database.tree("namespace:p/atlas_graph/x")->item("b") == item);
  std::string ids;
  REQUIRE(database.tree("namespace:p/atlas_graph/x")->for_each_item([&](const ItemRecord& each) {
    ids += each.node_id;
    return true;
  }));
  CHECK(ids == "ab");
  REQUIRE(database.make_tree("namespace:p/atlas_graph/x")->remove_item("a"));
  CHECK_FALSE((*database.tree("namespace:p/atlas_graph/x")->item("a")).has_value());
  CHECK(**database.tree("namespace:p/atlas_graph/x")->batch_reply("one") == "{}");
  CHECK_FALSE((*database.tree("")->item("b")).has_value());
  CHECK_FALSE((*database.tree("")->batch_reply("one")).has_value());
  REQUIRE(database.remove_tree("namespace:p/atlas_graph/x"));
  CHECK_FALSE((*database.meta("derived/namespace:p/atlas_graph/x")).has_value());
  CHECK_FALSE((*database.tree("namespace:p/atlas_graph/x")->item("b")).has_value());
}

TEST_CASE("clear can keep what trees of one kind hold, but for vectors") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord local = sample_content("x"), pushed = sample_content("y");
  REQUIRE(database.put_content(local));
  REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", local)));
  REQUIRE(database.put_content(pushed));
  REQUIRE(database.make_tree("namespace:p")->put_file(sample_file("b.cpp", pushed)));
  REQUIRE(database.make_tree("namespace:p")->put_item({"b", "b.cpp", "", "", "{}", ""}));
  REQUIRE(database.put_vectors(pushed.key, "m", 2, std::vector<float>{1, 2}));
  REQUIRE(database.set_meta("embedder", "m"));
  REQUIRE(database.clear("namespace:"));
  CHECK_FALSE((*database.meta("embedder")).has_value());
  CHECK_FALSE((*database.tree("namespace:p")->file("a.cpp")).has_value());
  CHECK_FALSE(*database.has_content(local.key));
  CHECK((*database.tree("namespace:p")->file("b.cpp")).has_value());
  CHECK((*database.tree("namespace:p")->item("b")).has_value());
  CHECK(*database.has_content(pushed.key));
  CHECK_FALSE((*database.vectors(pushed.key, "m")).has_value());
}

}  // namespace
}  // namespace codeweaver::store
