// Tests of rows in memory: comparison with a database of the same files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/memory_rows.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <vector>

#include "engine/open_index.hpp"
#include "engine/overlay/index_rows.hpp"

namespace codeweaver::engine {
namespace {

/// All files of the shop with their contents.
struct ShopRows {
  std::vector<store::FileRecord> files;
  std::deque<store::ContentRecord> contents;
  MemoryRows rows;

  ShopRows() {
    const auto& database = open_shop().database();
    REQUIRE(open_shop().tree().for_each_file([&](const store::FileRecord& file) {
      files.push_back(file);
      return true;
    }));
    for (const auto& file : files) {
      const auto content = database.content(file.content);
      rows.add(file, content ? &contents.emplace_back(*content) : nullptr);
    }
    REQUIRE(contents.size() > 3);
  }
};

}  // namespace

TEST_CASE("memory rows: what is read of files, contents and chunks is what a database gives") {
  const ShopRows shop;
  const IndexRows expected(open_shop().tree()), found(shop.rows);
  for (const auto& file : shop.files)
    CHECK(found.file(file.path).value() == expected.file(file.path).value());
  CHECK_FALSE(found.file("no/such.file")->has_value());
  CHECK_FALSE(found.damage());
  for (const auto& content : shop.contents) {
    CHECK(found.content_text(content.key).value() == content.text);
    std::vector<store::ChunkPlace> places;
    for (std::uint32_t i = 0; i < content.chunks.size(); ++i) places.push_back({content.key, i});
    const auto texts = found.chunk_texts(places), others = expected.chunk_texts(places);
    REQUIRE(texts.size() == others.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      CHECK(texts[i].value() == others[i].value());
      CHECK(found.definitions_in(places[i]).value() == expected.definitions_in(places[i]).value());
      const auto around = found.text_around(places[i], 2).value();
      CHECK(content.text.substr(around.begin, around.text.size()) == around.text);
      CHECK(around.text.find(texts[i]->text) != std::string::npos);
    }
  }
}

TEST_CASE("memory rows: definitions are found by name and by qualified name, at any limit") {
  const ShopRows shop;
  const IndexRows expected(open_shop().tree()), found(shop.rows);
  std::size_t asked = 0;
  for (const auto& content : shop.contents)
    for (const auto& symbol : content.symbols)
      for (const auto* name : {&symbol.name, &symbol.qualified_name})
        for (const std::size_t limit : {1U, 50U}) {
          CAPTURE(*name);
          const auto hits = found.find_symbols(*name, limit).value(),
                     others = expected.find_symbols(*name, limit).value();
          REQUIRE(hits.size() == others.size());
          for (std::size_t i = 0; i < hits.size(); ++i) {
            CHECK(hits[i].path == others[i].path);
            CHECK(hits[i].symbol == others[i].symbol);
          }
          const auto places = found.find_definitions(*name, limit).value(),
                     there = expected.find_definitions(*name, limit).value();
          REQUIRE(places.size() == there.size());
          for (std::size_t i = 0; i < places.size(); ++i) {
            CHECK(places[i].path == there[i].path);
            CHECK(places[i].chunk == there[i].chunk);
          }
          ++asked;
        }
  CHECK(asked > 100);
  CHECK(found.find_symbols("no_such_name", 5)->empty());
}

TEST_CASE("memory rows: what is not there is an error, or nothing") {
  const ShopRows shop;
  const IndexRows found(shop.rows);
  const base::Hash128 other{1, 2};
  CHECK(found.content_text(other).error().category == ErrorCategory::kNotFound);
  CHECK(found.text_around({other, 0}, 3).error().category == ErrorCategory::kNotFound);
  const auto& content = shop.contents.front();
  const auto after = static_cast<std::uint32_t>(content.chunks.size());
  CHECK(found.definitions_in({content.key, after}).error().category == ErrorCategory::kNotFound);
  CHECK_FALSE(found.item("n1")->has_value());
  store::ItemRecord item;
  item.node_id = "n1";
  item.node_type = "component";
  MemoryRows rows;
  rows.add(shop.files.front(), nullptr, &item);
  CHECK(IndexRows(rows).item("n1").value() == item);
  CHECK(IndexRows(rows).file(shop.files.front().path).value() == shop.files.front());
}

}  // namespace codeweaver::engine
