// Tests of the database: atomic transactions, and reads of one consistent state.
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

TEST_CASE("a failing transaction leaves no trace and returns its error") {
  TempFolder folder;
  Database database = open_database(folder);
  REQUIRE(database.set_meta("generation", "1"));
  const Error stop{ErrorCategory::kCancelled, "STOPPED", "stop", "", ""};
  auto done = database.transaction([&]() -> Result<void> {
    CHECK(database.set_meta("generation", "2"));
    CHECK(database.put_content(sample_content("x")));
    CHECK(database.transaction([] { return Result<void>{}; }).error().category ==
          ErrorCategory::kInternal);
    return stop;
  });
  REQUIRE_FALSE(done);
  CHECK(done.error() == stop);
  CHECK(**database.meta("generation") == "1");
  CHECK_FALSE(*database.has_content(sample_content("x").key));
  CHECK(database.set_meta("generation", "3"));
}

TEST_CASE("a write that fails inside a transaction dooms it even when the body goes on") {
  TempFolder folder;
  Database database = open_database(folder);
  auto done = database.transaction([&]() -> Result<void> {
    CHECK(database.set_meta("a", "1"));
    CHECK_FALSE(
        database.make_tree("")->put_file(sample_file("a.cpp", sample_content("never put"))));
    return {};
  });
  REQUIRE_FALSE(done);
  CHECK(done.error().code == "CONTENT_NOT_FOUND");
  CHECK_FALSE((*database.meta("a")).has_value());
}

TEST_CASE("ids cached in a transaction that rolled back are forgotten") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord content = sample_content("x");
  REQUIRE(database.put_content(content));
  const FileRecord file = sample_file("a.cpp", content);
  (void)database.transaction([&]() -> Result<void> {
    CHECK(database.make_tree("")->put_file(file));
    return Error{};
  });
  REQUIRE(database.make_tree("")->put_file(file));
  CHECK(**database.tree("")->file("a.cpp") == file);
}

TEST_CASE("a reading sees the state of its first read, until it ends") {
  TempFolder folder;
  Database writer = open_database(folder);
  REQUIRE(writer.set_meta("generation", "1"));
  auto reader = Database::open_read_only(folder / "index.db");
  REQUIRE(reader);
  {
    const Database::Reading reading(*reader);
    CHECK(**reader->meta("generation") == "1");
    REQUIRE(writer.set_meta("generation", "2"));
    {
      const Database::Reading inner(*reader);
      CHECK(**reader->meta("generation") == "1");
    }
    CHECK(**reader->meta("generation") == "1");
  }
  CHECK(**reader->meta("generation") == "2");
}

}  // namespace
}  // namespace codeweaver::store
