// Tests of damaged pages: detected on reading, for any content.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <fstream>
#include <random>

#include "base/file.hpp"
#include "store/database/sqlite.hpp"
#include "store/database/tree_view.hpp"
#include "store/sample_records.hpp"

namespace codeweaver::store {
namespace {

using test::open_database;
using test::sample_content;
using test::sample_file;
using test::TempFolder;

constexpr std::size_t kPage = 16384;
constexpr int kStoredFiles = 40;

std::string text_of(int file) {
  std::mt19937 random(static_cast<unsigned>(file));
  std::string text;
  while (text.size() < 20'000) text += std::to_string(random()) + (random() % 8 == 0 ? '\n' : ' ');
  return text;
}

std::string filled(const TempFolder& folder, int files = kStoredFiles) {
  {
    Database database = open_database(folder);
    for (int i = 0; i < files; ++i) {
      const auto content = sample_content(text_of(i));
      REQUIRE(database.put_content(content));
      REQUIRE(database.make_tree("")->put_file(
          sample_file("file" + std::to_string(i) + ".cpp", content)));
    }
    REQUIRE(database.fold_log());
  }
  return *base::read_file(folder / "index.db");
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc).write(bytes.data(), std::ssize(bytes));
}

/// Whatever is read is right, or an error that the database remembers.
void read_all(const Database& database) {
  const auto tree = database.tree("");
  if (!tree) CHECK(tree.error().code == "STATE_CORRUPT");
  if (!tree) CHECK(database.damage());
  for (int i = 0; i < kStoredFiles; ++i) {
    const auto content = sample_content(text_of(i));
    const auto file = tree ? tree->file("file" + std::to_string(i) + ".cpp") : tree.error();
    if (!file) CHECK(file.error().code == "STATE_CORRUPT");
    if (file) CHECK((*file)->content == content.key);
    const auto text = database.content_text(content.key);
    if (text) CHECK(*text == content.text);
    if (!text) CHECK(text.error().code == "STATE_CORRUPT");
    if (!file || !text) CHECK(database.damage());
  }
}

TEST_CASE("a page that is zeroed, torn, changed or in the wrong place is damage, wherever it is") {
  TempFolder folder;
  const std::string good = filled(folder);
  const std::size_t pages = good.size() / kPage;
  REQUIRE(pages > 40);
  const auto file = folder / "damaged.db";
  std::mt19937 random(5);
  int unnoticed = 0;
  for (std::size_t page = 0; page < pages; ++page)
    for (int kind = 0; kind < 4; ++kind) {
      std::string bytes = good;
      const std::size_t at = page * kPage;
      if (kind == 0) bytes.replace(at, kPage, kPage, '\0');
      if (kind == 1) bytes.replace(at + kPage / 2, kPage / 2, kPage / 2, '\0');
      if (kind == 2) bytes[at + random() % kPage] ^= static_cast<char>(1U << random() % 8);
      if (kind == 3) bytes.replace(at, kPage, good, (page + 1) % pages * kPage, kPage);
      if (bytes == good) continue;
      write_bytes(file, bytes);
      const auto database = Database::open_read_only(file);
      if (!database) {
        CHECK(database.error().category == ErrorCategory::kCorruption);
        continue;
      }
      if (database->check()) ++unnoticed;  // of pages that hold nothing
      read_all(*database);
    }
  CHECK(unnoticed == 0);
}

TEST_CASE("a file of version 4 has no checksums, and is read, written and checked as it is") {
  TempFolder folder;
  const auto file = folder / "index.db";
  const auto content = sample_content(text_of(1));
  {
    auto connection = Connection::open(file, Connection::Mode::kReadWrite);
    REQUIRE(connection);
    REQUIRE(connection->execute("PRAGMA page_size = 16384; CREATE TABLE x (y); DROP TABLE x;"));
    CHECK(connection->reserved_bytes() == 0);
  }
  const auto fresh = folder / "fresh.db";
  std::string schema;
  {
    auto made = Database::open(fresh);
    REQUIRE(made);
    REQUIRE(made->fold_log());
    auto connection = Connection::open(fresh, Connection::Mode::kReadOnly);
    CHECK(connection->reserved_bytes() == 8);
    Query rows = connection->query("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL");
    while (*rows.step()) schema += rows.text(0) + ';';
  }
  {
    auto connection = Connection::open(file, Connection::Mode::kReadWrite);
    REQUIRE(connection->execute(schema.c_str()));
    REQUIRE(
        connection->execute("INSERT INTO trees VALUES (1, '');"
                            "PRAGMA application_id = 0x43576978; PRAGMA user_version = 4"));
  }
  {
    auto database = Database::open(file);
    if (!database) FAIL(database.error().message());
    REQUIRE(database->put_content(content));
    REQUIRE(database->fold_log());
    CHECK(database->check());
    CHECK(database->shrink());
  }
  auto connection = Connection::open(file, Connection::Mode::kReadOnly);
  CHECK(connection->reserved_bytes() == 0);
  CHECK(*Database::open_read_only(file)->content_text(content.key) == content.text);
}

TEST_CASE("what is deleted leaves the disk") {
  TempFolder folder;
  constexpr int kMany = 200;
  const auto full = filled(folder, kMany).size();
  {
    Database database = open_database(folder);
    for (int i = 1; i < kMany; ++i)
      REQUIRE(database.make_tree("")->remove_file("file" + std::to_string(i) + ".cpp"));
    REQUIRE(database.remove_orphans());
    REQUIRE(database.shrink());
  }
  CHECK(std::filesystem::file_size(folder / "index.db") < full / 2);
  const auto database = Database::open_read_only(folder / "index.db");
  CHECK(database->check());
  const auto left = sample_content(text_of(0));
  CHECK(*database->content_text(left.key) == left.text);
}

TEST_CASE("a tree is taken over as far as it can be read, and what is lost is named") {
  TempFolder folder;
  const std::string tree = "namespace:shop/docs_search/notes";
  {
    Database database = open_database(folder);
    for (int i = 0; i < kStoredFiles; ++i) {
      const auto content = sample_content(text_of(i));
      const auto path = "file" + std::to_string(i) + ".cpp";
      REQUIRE(database.put_content(content));
      REQUIRE(database.make_tree(tree)->put_file(sample_file(path, content)));
      REQUIRE(database.make_tree(tree)->put_item(
          {"node" + std::to_string(i), path, "", "note", "{}", ""}));
    }
    REQUIRE(database.make_tree(tree)->put_batch_reply("one", "reply"));
    REQUIRE(database.fold_log());
  }
  const std::string good = *base::read_file(folder / "index.db");
  const NamespaceRecord of{"docs_search", "notes", 0};
  std::size_t whole = 0, most = 0;
  for (std::size_t page = 1; page < good.size() / kPage; ++page) {
    std::string bytes = good;
    bytes.replace(page * kPage, kPage, kPage, '\0');
    const auto damaged = folder / "damaged.db";
    write_bytes(damaged, bytes);
    for (const auto* ending : {"", "-wal", "-shm"})
      std::filesystem::remove(std::filesystem::path(folder / "new.db") += ending);
    auto fresh = Database::open(folder / "new.db");
    const auto database = Database::open_read_only(damaged);
    REQUIRE(database);
    const auto done = database->salvage_tree(tree, of, *fresh);
    REQUIRE(done);
    CHECK((done->files + done->lost.size() == kStoredFiles || !done->is_complete));
    std::size_t found = 0;
    for (int i = 0; i < kStoredFiles; ++i) {
      const auto file = fresh->tree(tree)->file("file" + std::to_string(i) + ".cpp");
      REQUIRE(file);
      if (!*file) continue;
      ++found;
      CHECK(*fresh->content_text((*file)->content) == text_of(i));
    }
    CHECK(found == done->files);
    whole += found == kStoredFiles ? 1 : 0;
    most += found + 4 >= kStoredFiles ? 1 : 0;
  }
  CHECK(whole >= 4);
  CHECK(most > good.size() / kPage * 3 / 4);
}

}  // namespace
}  // namespace codeweaver::store
