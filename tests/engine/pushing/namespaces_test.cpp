// Tests of namespaces: those of indexed folders, and those that other tools fill.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/namespaces.hpp"

#include <doctest/doctest.h>

#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver {
namespace {

Project project_of(const test::ProjectFixture& fixture, const std::string& id = "shop") {
  return {id, id, fixture.root(), fixture.state(), ""};
}

NamespaceKey key_of(const std::string& text) {
  const auto key = NamespaceKey::parse(text);
  REQUIRE(key);
  return *key;
}

/// Puts a record without content into a namespace.
void fill(const test::ProjectFixture& fixture, const NamespaceKey& key) {
  auto database = store::Database::open(engine::StatePaths{fixture.state()}.database());
  REQUIRE(database);
  store::FileRecord file;
  file.path = "a.py";
  file.purpose = to_string(key.purpose);
  file.chunk_strategy = key.chunk_strategy;
  REQUIRE(database->make_tree(engine::namespace_tree(key))->put_file(file));
}

}  // namespace

TEST_CASE("namespaces: a folder has its own, and only once it is indexed") {
  const test::ProjectFixture f;
  const Namespaces namespaces(project_of(f));
  CHECK(namespaces.list()->empty());
  const auto report = f.index();
  const auto list = namespaces.list();
  REQUIRE(list);
  REQUIRE(list->size() == 1);
  CHECK(list->front() == NamespaceInfo{key_of("shop/code_search/ast"), report.total_files, true});
}

TEST_CASE("namespaces: created, filled, dropped; the folder's index stays") {
  const test::ProjectFixture f;
  f.index();
  Namespaces namespaces(project_of(f));
  const auto atlas = key_of("shop/atlas_graph/code_atlas_provider");
  const auto docs = key_of("shop/docs_search/wiki");
  REQUIRE(namespaces.create(atlas));
  REQUIRE(namespaces.create(docs));
  fill(f, atlas);
  CHECK(namespaces.create(atlas)->records == 1);
  const auto list = namespaces.list();
  REQUIRE(list->size() == 3);
  CHECK((*list)[0] == NamespaceInfo{atlas, 1, false});
  CHECK((*list)[2] == NamespaceInfo{docs, 0, false});

  CHECK(*namespaces.remove_unused() == std::vector<NamespaceKey>{docs});
  CHECK(namespaces.drop(docs).error().code == "NAMESPACE_NOT_FOUND");
  CHECK(namespaces.list()->size() == 2);
  REQUIRE(namespaces.drop(atlas));
  CHECK(namespaces.list()->size() == 1);
  CHECK_FALSE(f.search("connection pool").matches.empty());
  CHECK(f.index().status == IndexStatus::kSkipped);
}

TEST_CASE("namespaces: those of another project in the same state are not seen") {
  const test::ProjectFixture f;
  Namespaces one(project_of(f, "one")), two(project_of(f, "two"));
  REQUIRE(one.create(key_of("one/atlas_graph/x_provider")));
  CHECK(two.list()->empty());
  CHECK(two.remove_unused()->empty());
  CHECK(one.list()->size() == 1);
  CHECK(two.drop(key_of("one/atlas_graph/x_provider")).error().code == "VALIDATION_ERROR");
  CHECK(two.create(key_of("one/atlas_graph/y_provider")).error().code == "VALIDATION_ERROR");
}

TEST_CASE("namespaces: those of the folder are neither made nor dropped by hand") {
  const test::ProjectFixture f;
  f.index();
  Namespaces namespaces(project_of(f));
  for (const auto* const text : {"shop/code_search/ast", "shop/docs_search/document"}) {
    CHECK(namespaces.drop(key_of(text)).error().code == "VALIDATION_ERROR");
    CHECK(namespaces.create(key_of(text)).error().code == "VALIDATION_ERROR");
  }
  CHECK(namespaces.list()->size() == 1);
}

}  // namespace codeweaver
