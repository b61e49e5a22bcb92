// Tests of the sharded store: each project is on one store; adding a store moves few projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "codeweaver/vector_store.hpp"

namespace codeweaver {
namespace {

struct Shards {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<VectorStore>> stores;
  std::shared_ptr<VectorStore> whole;

  explicit Shards(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      names.push_back("store-" + std::to_string(i));
      stores.push_back(make_memory_store());
    }
    whole = make_sharded_store(names, stores);
  }
  /// Where a project lies, by asking each store.
  std::size_t place_of(const std::string& project) const {
    REQUIRE(whole->put_facts({project, ""}, {{"mark", "x"}}));
    std::size_t found = stores.size();
    for (std::size_t i = 0; i < stores.size(); ++i)
      if (!stores[i]->collections(project)->empty()) {
        CHECK(found == stores.size());
        found = i;
      }
    return found;
  }
};

VectorRecord record_of(const std::string& path) {
  VectorRecord record;
  record.id.bytes[15] = 7;
  record.file_key = path;
  record.chunk.content = "text";
  record.chunk.line_range = {1, 2};
  record.chunk.dense = std::vector<float>{1, 0};
  record.chunk.sparse = SparseVector{{5}, {1}};
  record.file.path = path;
  return record;
}

}  // namespace

TEST_CASE(
    "sharded store: a project lies on one store whole, and is found, counted and dropped there") {
  const Shards shards(3);
  for (const auto* project : {"shop", "atlas", "forge", "heron"}) {
    const RecordCollection folder{project, ""}, pushed{project, "namespace:n"};
    const std::vector records{record_of("a.py")};
    REQUIRE(shards.whole->upsert(folder, records));
    REQUIRE(shards.whole->upsert(pushed, records));
    CHECK(shards.whole->collections(project)->size() == 2);
    const auto place = shards.place_of(project);
    CHECK(shards.stores[place]->collections(project)->size() == 2);
    CHECK(shards.whole->search_dense(folder, std::vector<float>{1, 0}, {}, 5, RecordParts::kPayload)
              ->size() == 1);
    CHECK(shards.whole->search_sparse(folder, {{5}, {1}}, {}, 5, RecordParts::kPayload)->size() ==
          1);
    CHECK(shards.whole->term_statistics(folder, std::vector<std::uint32_t>{5})->records == 1);
    CHECK(*shards.whole->exchange_facts(folder, {{"mark", "x"}}, {{"mark", "y"}}));
    CHECK(shards.whole->facts(folder)->value().at("mark") == "y");
    REQUIRE(shards.whole->erase(folder, std::vector{records.front().id}));
    CHECK(shards.whole->search_sparse(folder, {{5}, {1}}, {}, 5, RecordParts::kPayload)->empty());
    REQUIRE(shards.whole->drop(pushed));
    CHECK(shards.whole->collections(project)->size() == 1);
  }
}

TEST_CASE(
    "sharded store: projects spread over all stores, and a further one takes only its share") {
  const Shards four(4);
  Shards five(5);
  std::set<std::size_t> used;
  std::size_t moved = 0;
  constexpr std::size_t kProjects = 400;
  std::vector<std::size_t> counts(4);
  for (std::size_t i = 0; i < kProjects; ++i) {
    const auto project = "project-" + std::to_string(i);
    const auto before = four.place_of(project), after = five.place_of(project);
    used.insert(before);
    ++counts[before];
    if (before != after) {
      CHECK(after == 4);
      ++moved;
    }
  }
  CHECK(used.size() == 4);
  for (const auto count : counts) CHECK(count > kProjects / 8);
  CHECK(moved > kProjects / 10);
  CHECK(moved < kProjects * 3 / 10);
}

TEST_CASE("sharded store: several addresses make one, and one address makes the store itself") {
  StoreOptions options;
  options.url = "memory-a  memory-b";
  const auto made = make_vector_store("memory", options);
  REQUIRE(made);
  CHECK((*made)->info().provider == "memory");
  REQUIRE((*made)->put_facts({"shop", ""}, {{"mark", "x"}}));
  CHECK((*made)->collections("shop")->size() == 1);
  CHECK(*make_vector_store("embedded", options) == nullptr);
}

}  // namespace codeweaver
