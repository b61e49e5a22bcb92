// Tests of the database: symbol names written after their contents are never lost.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "store/database/tree_view.hpp"
#include "store/sample_records.hpp"

namespace codeweaver::store {
namespace {

using test::open_database;
using test::sample_content;
using test::sample_file;
using test::TempFolder;
constexpr auto kLater = Database::NamesFollow::kLater;

Result<void> put_file(Database& database, const std::string& path) {
  const auto content = sample_content(path + '\n');
  if (auto put = database.put_content(content); !put) return put;
  return database.make_tree("")->put_file(sample_file(path, content));
}

Result<void> put_later(Database& database, const std::string& path) {
  return database.transaction([&] { return put_file(database, path); }, kLater);
}

std::size_t found(const Database& database) {
  const auto hits = database.tree("")->find_symbols("store::Database::open", 1000);
  REQUIRE(hits);
  const auto places = database.tree("")->find_definitions("open", 1000);
  REQUIRE(places);
  CHECK(places->size() == hits->size());
  return hits->size();
}

TEST_CASE("names that follow later come with the next commit that does not defer them") {
  TempFolder folder;
  Database database = open_database(folder);
  CHECK_FALSE(database.owes_symbol_names());
  REQUIRE(put_later(database, "a.cpp"));
  REQUIRE(put_later(database, "b.cpp"));
  CHECK(database.owes_symbol_names());
  REQUIRE(database.set_meta("generation", "1"));
  CHECK_FALSE(database.owes_symbol_names());
  CHECK(found(database) == 2);
}

TEST_CASE("a writer that closes writes the names it owes") {
  TempFolder folder;
  {
    Database database = open_database(folder);
    REQUIRE(put_later(database, "a.cpp"));
  }
  auto reader = Database::open_read_only(folder / "index.db");
  REQUIRE(reader);
  CHECK(found(*reader) == 1);
}

TEST_CASE("names that a writer owed when it died come from the texts") {
  TempFolder folder, copy;
  Database database = open_database(folder);
  REQUIRE(put_file(database, "a.cpp"));
  REQUIRE(put_later(database, "b.cpp"));
  REQUIRE(put_later(database, "c.cpp"));
  for (const char* name : {"index.db", "index.db-wal"})  // as a crash leaves them
    std::filesystem::copy_file(folder / name, copy / name);
  Database next = open_database(copy);
  CHECK(next.owes_symbol_names());
  CHECK(found(next) == 1);
  REQUIRE(put_later(next, "d.cpp"));
  REQUIRE(next.set_meta("generation", "1"));
  CHECK_FALSE(next.owes_symbol_names());
  CHECK(found(next) == 4);
}

TEST_CASE("a transaction that rolls back takes its own names along, and no others") {
  TempFolder folder;
  Database database = open_database(folder);
  REQUIRE(put_later(database, "a.cpp"));
  for (const auto names : {kLater, Database::NamesFollow::kNow}) {
    const auto failed = database.transaction(
        [&]() -> Result<void> {
          CHECK(put_file(database, "b.cpp"));
          return Error{};
        },
        names);
    CHECK_FALSE(failed);
  }
  REQUIRE(put_later(database, "c.cpp"));
  REQUIRE(database.set_meta("generation", "1"));
  CHECK(found(database) == 2);
}

TEST_CASE("contents that are replaced or removed before their names are written leave none") {
  TempFolder folder;
  Database database = open_database(folder);
  REQUIRE(put_file(database, "a.cpp"));
  auto renewed = sample_content("a.cpp\n");
  renewed.symbols = {{"renamed", "renamed", "function", {1, 2}, 0}};
  REQUIRE(put_later(database, "b.cpp"));
  REQUIRE(database.transaction([&] { return database.put_content(renewed); }, kLater));
  const auto gone = sample_content("b.cpp\n").key;
  REQUIRE(database.transaction(
      [&]() -> Result<void> {
        if (auto removed = database.make_tree("")->remove_file("b.cpp"); !removed) return removed;
        return database.remove_unreferenced({&gone, 1});
      },
      kLater));
  REQUIRE(database.set_meta("generation", "1"));
  CHECK_FALSE(database.owes_symbol_names());
  CHECK(found(database) == 0);
  CHECK((*database.tree("")->find_symbols("renamed", 10)).size() == 1);
}

TEST_CASE("names are found however many there are, and whenever they were written") {
  TempFolder folder;
  Database database = open_database(folder);
  constexpr std::size_t kFiles = 400, kNames = 1000;  // more than wait for one another
  for (std::size_t i = 0; i < kFiles; ++i) {
    auto content = sample_content("file " + std::to_string(i) + '\n');
    content.symbols.clear();
    for (std::size_t name = 0; name < kNames; ++name) {
      const auto text = "f" + std::to_string(i) + "_" + std::to_string(name);
      content.symbols.push_back({text, text, "function", {1, 2}, 0});
    }
    REQUIRE(database.transaction(
        [&]() -> Result<void> {
          if (auto put = database.put_content(content); !put) return put;
          return database.make_tree("")->put_file(sample_file(std::to_string(i) + ".cpp", content));
        },
        kLater));
  }
  CHECK((*database.tree("")->find_definitions("f0_0", 2)).size() == 1);  // enough were together
  REQUIRE(database.set_meta("generation", "1"));
  for (std::size_t i = 0; i < kFiles; i += 7)
    for (std::size_t name = 0; name < kNames; name += 97)
      CHECK((*database.tree("")->find_definitions(
                 "f" + std::to_string(i) + "_" + std::to_string(name), 2))
                .size() == 1);
}

}  // namespace
}  // namespace codeweaver::store
