// Tables in PostgreSQL.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/postgres_schema.hpp"

#include <functional>
#include <iterator>

#include "base/try.hpp"
#include "net/service_codes.hpp"
#include "remote/record_checks.hpp"

namespace codeweaver::remote {
namespace {

/// Each entry migrates from the previous version to the next. Released entries never change.
constexpr const char* kMigrations[] = {
    R"(
CREATE TABLE codeweaver.collections (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL,
  tree text COLLATE "C" NOT NULL,
  dimension integer NOT NULL DEFAULT 0,
  facts text NOT NULL DEFAULT '{}',
  UNIQUE (project_id, tree));
CREATE TABLE codeweaver.records (
  collection integer NOT NULL REFERENCES codeweaver.collections ON DELETE CASCADE,
  number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  id uuid NOT NULL,
  file_key text COLLATE "C" NOT NULL,
  ordinal bigint NOT NULL,
  revision text NOT NULL,
  path text COLLATE "C" NOT NULL,
  directories text[] NOT NULL,
  extension text NOT NULL,
  language text NOT NULL,
  name_space text NOT NULL,
  is_test boolean NOT NULL,
  first_line bigint NOT NULL,
  last_line bigint NOT NULL,
  record text NOT NULL,
  embedding vector,
  PRIMARY KEY (collection, id));
CREATE INDEX ON codeweaver.records (collection, path);
)",
    R"(
CREATE TABLE codeweaver.postings (
  collection integer NOT NULL,
  term integer NOT NULL,
  record integer NOT NULL REFERENCES codeweaver.records (number) ON DELETE CASCADE,
  weight real NOT NULL);
CREATE INDEX postings_by_term ON codeweaver.postings (collection, term, record) INCLUDE (weight);
CREATE INDEX postings_by_record ON codeweaver.postings (record);
)"};

/// Ensures that only one process migrates.
constexpr const char* kLock = "SELECT pg_advisory_xact_lock(7234991045)";

constexpr int kMostDeadlocks = 20;

bool is_deadlock(const Result<void>& done) {
  return !done && done.error().code == kDeadlock;
}

std::string index_name(std::int64_t collection) {
  return "records_hnsw_" + std::to_string(collection);
}

/// Creates the extension that the tables need.
Result<void> make_extension(PostgresConnection& connection) {
  auto made = connection.run_script("CREATE EXTENSION IF NOT EXISTS vector");
  if (made || made.error().code != net::service_code::kFailed) return made;
  return Error{ErrorCategory::kUnsupported, "PGVECTOR_MISSING", made.error().cause,
               "opening the store",
               "Install pgvector 0.8 or newer on the server, and let an administrator run CREATE "
               "EXTENSION vector in the database."};
}

Result<void> migrate(PostgresConnection& connection) {
  CODEWEAVER_TRY(connection.run(kLock));
  CODEWEAVER_TRY(
      connection.run_script("CREATE SCHEMA IF NOT EXISTS codeweaver; "
                            "CREATE TABLE IF NOT EXISTS codeweaver.schema_version "
                            "(version integer NOT NULL)"));
  CODEWEAVER_ASSIGN(const auto rows,
                    connection.run("SELECT max(version) FROM codeweaver.schema_version"));
  const auto found = rows.integer(0, 0);
  const auto newest = postgres_schema_version();
  if (found > newest)
    return other_schema("PostgreSQL", std::to_string(found), std::to_string(newest));
  if (found == 0) CODEWEAVER_TRY(make_extension(connection));
  for (auto version = found; version < newest; ++version)
    CODEWEAVER_TRY(connection.run_script(kMigrations[version]));
  if (found == newest) return {};
  CODEWEAVER_TRY(connection.run("DELETE FROM codeweaver.schema_version"));
  CODEWEAVER_TRY(connection.run("INSERT INTO codeweaver.schema_version VALUES ($1)",
                                {std::to_string(newest)}));
  return {};
}

}  // namespace

std::int64_t postgres_schema_version() {
  return std::ssize(kMigrations);
}

Result<void> prepare_postgres(PostgresConnection& connection) {
  // Read-only users may not be allowed to create tables.
  const auto there = connection.run("SELECT max(version) FROM codeweaver.schema_version");
  if (there && there->integer(0, 0) == postgres_schema_version()) return {};
  return connection.transact([&] { return migrate(connection); });
}

Result<void> make_vector_index(PostgresConnection& connection, std::int64_t collection,
                               std::size_t dimension) {
  if (dimension == 0 || dimension > kMostIndexedDimensions) return {};
  const auto name = index_name(collection), number = std::to_string(collection);
  CODEWEAVER_ASSIGN(const auto there,
                    connection.run("SELECT i.indisvalid::int FROM pg_class c JOIN pg_index i ON "
                                   "i.indexrelid = c.oid JOIN pg_namespace n ON n.oid = "
                                   "c.relnamespace WHERE n.nspname = 'codeweaver' AND c.relname = "
                                   "$1",
                                   {name}));
  if (there.size() > 0 && there.integer(0, 0) == 1) return {};
  CODEWEAVER_ASSIGN(const auto turn,
                    connection.run("SELECT pg_try_advisory_lock(723499, $1::int)::int", {number}));
  if (turn.integer(0, 0) == 0) return {};  // another process is creating it
  const auto make = [&](bool is_left_over) -> Result<void> {
    if (is_left_over) CODEWEAVER_TRY(connection.run_script(drop_vector_index(collection)));
    // All inserted values are numbers from this code; CREATE INDEX does not accept parameters.
    return connection.run_script("CREATE INDEX CONCURRENTLY " + name +
                                 " ON codeweaver.records USING hnsw ((embedding::vector(" +
                                 std::to_string(dimension) +
                                 ")) vector_ip_ops) WITH (m = 16, ef_construction = 64) WHERE "
                                 "collection = " +
                                 number);
  };
  auto made = connection.without_time_limit([&] {
    auto done = make(there.size() > 0);
    // Concurrent index builds wait for each other, and the server ends one of them with a deadlock
    // error. It leaves an invalid index.
    for (int again = 0; again < kMostDeadlocks && is_deadlock(done); ++again) done = make(true);
    return done;
  });
  CODEWEAVER_TRY(connection.run("SELECT pg_advisory_unlock(723499, $1::int)", {number}));
  return made;
}

Result<void> settle_tables(PostgresConnection& connection) {
  return connection.without_time_limit([&] {
    return connection.run_script(
        "VACUUM (ANALYZE, SKIP_LOCKED) codeweaver.records, codeweaver.postings");
  });
}

std::string drop_vector_index(std::int64_t collection) {
  return "DROP INDEX IF EXISTS codeweaver." + index_name(collection);
}

}  // namespace codeweaver::remote
