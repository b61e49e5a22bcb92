// Tests of the database: other schema versions, damage, killed writers, a full disk.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "store/database/sqlite.hpp"
#include "store/database/tree_view.hpp"
#include "store/sample_records.hpp"

namespace codeweaver::store {
namespace {

using test::open_database;
using test::read_source;
using test::sample_content;
using test::sample_file;
using test::TempFolder;

TEST_CASE("a schema of another version is named with the way out, and left alone") {
  TempFolder folder;
  { Database database = open_database(folder); }
  const auto file = folder / "index.db";
  {
    auto connection = Connection::open(file, Connection::Mode::kReadWrite);
    REQUIRE(connection);
    REQUIRE(connection->execute("PRAGMA user_version = 9"));
    REQUIRE(connection->fold_log());
  }
  for (auto* opener : {&Database::open, &Database::open_read_only}) {
    auto database = opener(file);
    REQUIRE_FALSE(database);
    CHECK(database.error().category == ErrorCategory::kCorruption);
    CHECK(database.error().code == "SCHEMA_MISMATCH");
    CHECK(database.error().cause == "Database schema version mismatch. Expected: 6, Found: 9");
    CHECK(database.error().remedy.kind == RemedyKind::kRebuild);
  }
}

TEST_CASE("a file of version 2 is read as it is, and given the tables it lacks when written") {
  TempFolder folder;
  const auto file = folder / "index.db";
  const ContentRecord content = sample_content("int x;\n");
  {
    Database database = open_database(folder);
    REQUIRE(database.put_content(content));
    REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", content)));
  }
  {
    auto connection = Connection::open(file, Connection::Mode::kReadWrite);
    REQUIRE(connection);
    REQUIRE(
        connection->execute("DROP TABLE items; DROP TABLE batches; DROP TABLE facts; "
                            "DROP TRIGGER facts_deleted; PRAGMA user_version = 2"));
  }
  {
    auto database = Database::open_read_only(file);
    REQUIRE(database);
    CHECK((*database->tree("")->file("a.cpp")).has_value());
  }
  for (int run = 0; run < 2; ++run) {
    auto database = Database::open(file);
    REQUIRE(database);
    CHECK((*database->tree("")->file("a.cpp")).has_value());
    CHECK((*database->tree("")->item("x")).has_value() == (run == 1));
    REQUIRE(database->make_tree("")->put_item({"x", "a.cpp", "", "", "{}", ""}));
  }
}

TEST_CASE("a file of version 3 is read as it is, and is of version 4 when written") {
  TempFolder folder;
  const auto file = folder / "index.db";
  const ContentRecord content = sample_content("int x;\n");
  {
    Database database = open_database(folder);
    REQUIRE(database.put_content(content));
  }
  const auto version = [&] {
    auto connection = Connection::open(file, Connection::Mode::kReadOnly);
    Query query = connection->query("PRAGMA user_version");
    REQUIRE(query.step());
    return query.integer(0);
  };
  {
    auto connection = Connection::open(file, Connection::Mode::kReadWrite);
    REQUIRE(connection->execute(
        "DROP TABLE facts; DROP TRIGGER facts_deleted; PRAGMA user_version = 3"));
  }
  CHECK(*Database::open_read_only(file)->content_text(content.key) == content.text);
  CHECK(version() == 3);
  CHECK(*Database::open(file)->content_text(content.key) == content.text);
  CHECK(version() == 4);
}

TEST_CASE("a file of version 5 has no facts, and is of version 6 when written") {
  TempFolder folder;
  const auto file = folder / "index.db";
  ContentRecord old = sample_content("int x;\n");
  old.facts = "dropped";
  {
    Database database = open_database(folder);
    REQUIRE(database.put_content(old));
  }
  {
    auto connection = Connection::open(file, Connection::Mode::kReadWrite);
    REQUIRE(connection->execute(
        "DROP TABLE facts; DROP TRIGGER facts_deleted; PRAGMA user_version = 5"));
  }
  {
    auto database = Database::open_read_only(file);
    REQUIRE(database);
    CHECK(database->content(old.key)->facts.empty());
    CHECK(database->content_facts(old.key)->empty());
    CHECK(database->check());
  }
  ContentRecord content = sample_content("int y;\n");
  content.facts = "facts of y";
  {
    auto database = Database::open(file);
    REQUIRE(database);
    CHECK(database->content(old.key)->text == old.text);
    REQUIRE(database->put_content(content));
    CHECK(*database->content(content.key) == content);
  }
  CHECK(Database::open_read_only(file)->check());
  auto connection = Connection::open(file, Connection::Mode::kReadOnly);
  Query query = connection->query("PRAGMA user_version");
  REQUIRE(query.step());
  CHECK(query.integer(0) == 6);
}

TEST_CASE("facts are replaced and deleted with their content") {
  TempFolder folder;
  Database database = open_database(folder);
  ContentRecord content = sample_content("int x;\n");
  const auto rows = [&] {
    auto connection = Connection::open(folder / "index.db", Connection::Mode::kReadOnly);
    Query query = connection->query("SELECT count(*) FROM facts");
    REQUIRE(query.step());
    return query.integer(0);
  };
  for (const char* const facts : {"first", "second", ""}) {
    content.facts = facts;
    REQUIRE(database.put_content(content));
    CHECK(*database.content_facts(content.key) == facts);
    CHECK(*database.content(content.key) == content);
  }
  content.facts = "third";
  REQUIRE(database.put_content(content));
  CHECK(rows() == 1);
  REQUIRE(database.remove_orphans());
  CHECK(rows() == 0);
  CHECK(database.content_facts(content.key)->empty());
}

TEST_CASE("texts of another version's dictionary are told from damage, and not added to") {
  TempFolder folder;
  const auto file = folder / "index.db";
  const ContentRecord content = sample_content("int x;\n");
  {
    Database database = open_database(folder);
    REQUIRE(database.put_content(content));
  }
  {  // the number of the dictionary in the header of the frame
    auto connection = Connection::open(file, Connection::Mode::kReadWrite);
    REQUIRE(
        connection->execute("UPDATE blocks SET data = CAST(substr(data, 1, 5) || x'0180' || "
                            "substr(data, 8) AS BLOB)"));
  }
  const auto reader = Database::open_read_only(file);
  REQUIRE(reader);
  for (const auto& error :
       {Database::open(file).error(), reader->content_text(content.key).error()}) {
    CHECK(error.code == "STATE_CORRUPT");
    CHECK(error.cause.find("written by another version") != std::string::npos);
  }
}

TEST_CASE("what is not a database, or is missing, is an error") {
  TempFolder folder;
  CHECK(Database::open_read_only(folder / "none.db").error().category == ErrorCategory::kNotFound);
  CHECK(Database::open(folder.path() / "no" / "folder.db").error().category == ErrorCategory::kIo);
  std::ofstream(folder / "text.db") << read_source("CMakeLists.txt");
  auto text = Database::open(folder / "text.db");
  REQUIRE_FALSE(text);
  CHECK(text.error().code == "STATE_CORRUPT");
}

TEST_CASE("a named pipe in the place of the database is an error, and waited for by nobody") {
  TempFolder folder;
  const auto file = folder / "index.db";
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  for (auto* opener : {&Database::open, &Database::open_read_only}) {
    const auto database = opener(file);
    REQUIRE_FALSE(database);
    CHECK(database.error().code == "NOT_A_FILE");
  }
}

TEST_CASE("damage anywhere in the file never crashes and never passes for other data") {
  TempFolder folder;
  const ContentRecord content = sample_content(read_source("src/store/database/database.hpp"));
  {
    Database database = open_database(folder);
    REQUIRE(database.put_content(content));
    REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", content)));
    REQUIRE(database.fold_log());
  }
  std::ifstream in(folder / "index.db", std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  const auto try_bytes = [&](const std::string& bytes) {
    const auto file = folder / "damaged.db";
    std::ofstream(file, std::ios::binary | std::ios::trunc).write(bytes.data(), std::ssize(bytes));
    auto database = Database::open_read_only(file);
    if (!database) return;
    auto text = database->content_text(content.key);
    if (text) CHECK(*text == content.text);
    (void)database->content(content.key);
    if (const auto tree = database->tree("")) {
      (void)tree->file("a.cpp");
      (void)tree->find_symbols("open", 10);
      (void)tree->for_each_file([](const FileRecord&) { return true; });
    }
    (void)database->project();
  };
  for (std::size_t size = 0; size < good.size(); size += 997) try_bytes(good.substr(0, size));
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = good;
    for (int flips = 0; flips < 8; ++flips)
      bytes[random() % bytes.size()] ^= static_cast<char>(1U << (random() % 8));
    try_bytes(bytes);
  }
}

TEST_CASE(
    "a reader sees the last commit while a writer works, and a second writer waits its turn") {
  TempFolder folder;
  Database writer = open_database(folder);
  REQUIRE(writer.set_meta("generation", "1"));
  auto reader = Database::open_read_only(folder / "index.db");
  REQUIRE(reader);
  REQUIRE(writer.transaction([&]() -> Result<void> {
    CHECK(writer.set_meta("generation", "2"));
    CHECK(**reader->meta("generation") == "1");
    return {};
  }));
  CHECK(**reader->meta("generation") == "2");
  CHECK(reader->set_meta("generation", "3").error().category == ErrorCategory::kIo);
}

TEST_CASE("the log stays while it is small, and is folded in when asked for or when it is large") {
  TempFolder folder;
  const auto log_bytes = [&] { return std::filesystem::file_size(folder / "index.db-wal"); };
  { CHECK(open_database(folder).set_meta("key", "small")); }
  CHECK(log_bytes() > 0);
  CHECK(**Database::open_read_only(folder / "index.db")->meta("key") == "small");
  { CHECK(open_database(folder).fold_log()); }
  CHECK(log_bytes() == 0);
  CHECK(**Database::open_read_only(folder / "index.db")->meta("key") == "small");
  const std::string large(2 << 20, 'x');
  { CHECK(open_database(folder).set_meta("key", large)); }
  CHECK(log_bytes() == 0);
  CHECK(**Database::open_read_only(folder / "index.db")->meta("key") == large);
}

TEST_CASE("a log that somebody reads is left alone, and folded in later") {
  TempFolder folder;
  Database database = open_database(folder);
  REQUIRE(database.set_meta("key", "before"));
  auto reader = Connection::open(folder / "index.db", Connection::Mode::kReadOnly);
  REQUIRE(reader);
  {
    Query rows = reader->query("SELECT value FROM meta");
    REQUIRE(*rows.step());
    REQUIRE(database.set_meta("key", "later"));
    CHECK(database.fold_log());
    CHECK(std::filesystem::file_size(folder / "index.db-wal") > 0);
    CHECK(rows.text(0) == "before");
  }
  CHECK(database.fold_log());
  CHECK(std::filesystem::file_size(folder / "index.db-wal") == 0);
  CHECK(**database.meta("key") == "later");
}

TEST_CASE("a process killed in the middle of a transaction loses that transaction only") {
  TempFolder folder;
  { Database database = open_database(folder); }
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    auto database = Database::open(folder / "index.db");
    if (!database || !database->set_meta("committed", "yes")) ::_exit(1);
    (void)database->transaction([&]() -> Result<void> {
      for (int i = 0; i < 200; ++i)
        (void)database->put_content(sample_content("text " + std::to_string(i)));
      (void)database->set_meta("committed", "never");
      ::kill(::getpid(), SIGKILL);
      return {};
    });
    ::_exit(2);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  Database database = open_database(folder);
  CHECK(**database.meta("committed") == "yes");
  CHECK_FALSE(*database.has_content(sample_content("text 0").key));
  CHECK(database.check());
}

TEST_CASE("a disk that fills up fails the transaction and keeps the committed state") {
  TempFolder folder;
  { Database database = open_database(folder); }
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // A file size limit makes writes fail as a full disk does.
    ::signal(SIGXFSZ, SIG_IGN);
    auto database = Database::open(folder / "index.db");
    if (!database || !database->set_meta("committed", "yes")) ::_exit(1);
    const rlimit limit{512 << 10, 512 << 10};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    std::mt19937 random(3);
    auto done = database->transaction([&]() -> Result<void> {
      for (int i = 0; i < 3000; ++i) {
        std::string text(1 << 12, '\0');
        for (char& c : text) c = static_cast<char>(random());
        if (auto put = database->put_content(sample_content(text)); !put) return put;
      }
      return {};
    });
    if (done) ::_exit(3);
    if (done.error().category != ErrorCategory::kIo) ::_exit(4);
    if (**database->meta("committed") != "yes") ::_exit(5);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  Database database = open_database(folder);
  CHECK(**database.meta("committed") == "yes");
  CHECK(database.check());
}

}  // namespace
}  // namespace codeweaver::store
