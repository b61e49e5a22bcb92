// Tests of PostgresStore: SQL injection, time limits, versions of tables.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <thread>

#include "net/fakes.hpp"
#include "net/raw_server.hpp"
#include "remote/stores.hpp"

#if CODEWEAVER_POSTGRES
#include "remote/postgres_filter.hpp"
#include "remote/postgres_pool.hpp"
#include "remote/postgres_schema.hpp"
#include "remote/postgres_store.hpp"

namespace codeweaver {
namespace {

using remote::PostgresConnection;
using remote::PostgresPool;
using std::chrono::milliseconds;

const RecordCollection kHome{"shop", ""};
constexpr const char* kNowhere = "postgresql://somebody:a-secret@127.0.0.1:9/nowhere";

/// A database of its own; empty where no server runs.
std::string new_database() {
  if (test::address_of("postgres").empty()) return "";
  for (const auto& kind : store_kinds())
    if (kind.name == "postgres") return test::new_place(kind);
  return "";
}

Result<std::unique_ptr<PostgresConnection>> connect(const std::string& url) {
  return PostgresConnection::open({url, "", milliseconds(30'000)}, {});
}

std::int64_t number(PostgresConnection& connection, const std::string& statement) {
  const auto rows = connection.run(statement);
  REQUIRE(rows);
  return rows->integer(0, 0);
}

}  // namespace

TEST_CASE("postgres: whatever a filter holds is a value, never a part of the statement") {
  const std::string hostile = "x'; DROP TABLE codeweaver.records; --\"\\{}";
  RecordFilter filter;
  filter.name_spaces = filter.languages = {hostile, "go"};
  filter.directory = filter.extension = hostile;
  filter.include_tests = false;
  filter.lines = LineFilter{{hostile, {{1, 2}}}};
  const auto made = remote::postgres_filter(filter, std::vector{hostile}, 4);
  CHECK(made.conditions.find("DROP") == std::string::npos);
  CHECK(made.conditions.find("$4") != std::string::npos);
  CHECK(made.conditions.find("$11::int[]") != std::string::npos);
  CHECK(made.values.size() == 8);
  CHECK(*made.values[0] == R"({"x'; DROP TABLE codeweaver.records; --\"\\{}","go"})");
  CHECK_FALSE(made.is_empty);
  CHECK(remote::postgres_filter({}, std::vector<std::string>(), 1).is_empty);
  CHECK(remote::postgres_filter({}, std::nullopt, 1).conditions.empty());
}

TEST_CASE("postgres: arrays of numbers are read as they were written, others refused") {
  const std::vector<float> numbers{0.1F, -3e-20F, 7};
  CHECK(*remote::parse_postgres_numbers(remote::postgres_vector(numbers)) == numbers);
  CHECK(*remote::parse_postgres_numbers(remote::postgres_array(numbers)) == numbers);
  CHECK(remote::parse_postgres_numbers("[]")->empty());
  CHECK(*remote::parse_postgres_bytes("000300003f800000be00000042c80000") ==
        std::vector<float>{1, -0.125F, 100});
  CHECK(remote::parse_postgres_bytes("00000000")->empty());
  for (const auto* digits : {"", "0001", "000200003f800000", "000100003f80000", "000100003f8000g0"})
    CHECK_FALSE(remote::parse_postgres_bytes(digits));
  for (const auto* text : {"", "[", "[1;2]", "[1,]", "[NULL]"})
    CHECK_FALSE(remote::parse_postgres_numbers(text));
  for (const auto term : {0U, 1U, 2'147'483'648U, 4'294'967'295U})
    CHECK(remote::term_of_postgres(remote::postgres_term(term)) == term);
}

TEST_CASE("postgres: nobody there is tried again after 1, 2 and 4 s, once for a query") {
  const test::FakeTimer timer;
  StoreOptions options;
  options.url = kNowhere;
  remote::PostgresStore store(options, timer);
  const auto written = store.put_facts(kHome, {});
  REQUIRE_FALSE(written);
  CHECK(written.error().code == "SERVICE_UNREACHABLE");
  CHECK(written.error().cause.find("127.0.0.1:9/nowhere") != std::string::npos);
  CHECK(written.error().message().find("a-secret") == std::string::npos);
  CHECK(const_cast<test::FakeTimer&>(timer).take_slept() ==
        std::vector{milliseconds(1000), milliseconds(2000), milliseconds(4000)});
  CallContext probe;
  probe.kind = CallContext::Kind::kProbe;
  for (int i = 0; i < 5; ++i)  // failed probes do not count
    CHECK(store.with(probe)->facts(kHome).error().code == "SERVICE_UNREACHABLE");
  CHECK(store.status().circuit_breaker == "closed");
  const auto awaited = store.with(CallContext().awaited());
  CHECK_FALSE(awaited->facts(kHome));
  CHECK_FALSE(awaited->facts(kHome));
  CHECK(const_cast<test::FakeTimer&>(timer).take_slept().empty());
  const auto suspended = awaited->facts(kHome);
  CHECK(suspended.error().code == "SERVICE_SUSPENDED");
  CHECK(store.status().circuit_breaker == "open");
  CHECK(store.status().address == "postgresql://127.0.0.1:9/nowhere");
  options.url = "no address: password=a-secret";
  remote::PostgresStore odd(options, timer);
  const auto unread = odd.facts(kHome);
  CHECK(unread.error().code == "INVALID_URL");
  CHECK(unread.error().message().find("a-secret") == std::string::npos);
}

TEST_CASE("postgres: a server that accepts and never answers is left when the context ends") {
  const test::RawServer silent("", false);
  const auto url = "postgresql://somebody@" + silent.url().substr(std::string("http://").size()) +
                   "/nowhere?sslmode=disable&gssencmode=disable";
  StoreOptions options;
  options.url = url;
  const test::FakeTimer timer;
  const remote::PostgresStore store(options, timer);
  auto context = CallContext().awaited();
  for (int i = 0; i < 5; ++i) {  // callers in a hurry do not open the breaker
    const auto limited = context.until(std::chrono::steady_clock::now() + milliseconds(20));
    CHECK(store.with(limited)->facts(kHome).error().code == "SERVICE_TIMEOUT");
  }
  std::stop_source stop;
  std::jthread stopper([&] {
    while (!stop.request_stop()) {
    }
  });
  context.stop = stop.get_token();
  CHECK(store.with(context)->facts(kHome).error().category == ErrorCategory::kCancelled);
  CHECK(store.status().circuit_breaker == "closed");
}

TEST_CASE(
    "postgres: a statement ends with its context and on the server, and takes its session along") {
  const auto url = new_database();
  if (url.empty()) return;
  auto opened = connect(url);
  REQUIRE(opened);
  {
    (*opened)->set_context(
        CallContext().until(std::chrono::steady_clock::now() + milliseconds(50)));
    CHECK((*opened)->run("SELECT 7 AS sleeper, pg_sleep(600)").error().code == "SERVICE_TIMEOUT");
  }
  CHECK_FALSE((*opened)->is_alive());
  CHECK_FALSE((*opened)->run("SELECT 1"));
  opened->reset();
  auto other = connect(url);
  REQUIRE(other);
  constexpr const char* kSleepers =
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%7 AS sleeper%' AND state = "
      "'active' "
      "AND pid <> pg_backend_pid()";
  while (number(**other, kSleepers) > 0) std::this_thread::yield();  // two seconds at most
  CHECK((*other)->is_alive());
}

TEST_CASE("postgres: who finds no connection free is told that the pool is exhausted") {
  const auto url = new_database();
  if (url.empty()) return;
  const test::FakeTimer timer;
  PostgresPool pool({url, "", milliseconds(30'000)},
                    [](PostgresConnection&) { return Result<void>(); }, timer,
                    {2, milliseconds(1)});
  Error met;
  const auto done = pool.with({}, [&](PostgresConnection&) {
    return pool.with({}, [&](PostgresConnection&) -> Result<void> {
      const auto third = pool.with({}, [](PostgresConnection&) { return Result<void>(); });
      if (!third) met = third.error();
      return {};
    });
  });
  CHECK(done);
  CHECK(met.code == "POOL_EXHAUSTED");
  CHECK(met.cause.find("connection pool is exhausted") != std::string::npos);
  CHECK(pool.status().circuit_breaker == "closed");  // it says nothing of the server
}

TEST_CASE("postgres: tables of an older version are brought up to date, newer ones left alone") {
  const auto url = new_database();
  if (url.empty()) return;
  auto opened = connect(url);
  REQUIRE(opened);
  auto& connection = **opened;
  REQUIRE(remote::prepare_postgres(connection));
  const auto newest = remote::postgres_schema_version();
  CHECK(number(connection, "SELECT version FROM codeweaver.schema_version") == newest);
  REQUIRE(
      connection.run_script("DROP TABLE codeweaver.postings; "
                            "UPDATE codeweaver.schema_version SET version = 1"));
  REQUIRE(remote::prepare_postgres(connection));
  CHECK(number(connection, "SELECT count(*) FROM codeweaver.postings") == 0);
  CHECK(number(connection, "SELECT version FROM codeweaver.schema_version") == newest);
  REQUIRE(connection.run_script("UPDATE codeweaver.schema_version SET version = 99"));
  const auto refused = remote::prepare_postgres(connection);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "SCHEMA_MISMATCH");
  CHECK(refused.error().cause.find("99") != std::string::npos);
  CHECK(number(connection, "SELECT version FROM codeweaver.schema_version") == 99);
}

TEST_CASE("postgres: an approximate index is made once records are there, and taken by searches") {
  const auto url = new_database();
  if (url.empty()) return;
  StoreOptions options;
  options.url = url;
  const test::FakeTimer timer;
  remote::PostgresStore store(options, timer);
  std::vector<VectorRecord> records(300);
  for (std::size_t i = 0; i < records.size(); ++i) {
    auto& record = records[i];
    record.id.bytes[15] = static_cast<std::uint8_t>(i);
    record.id.bytes[14] = static_cast<std::uint8_t>(1 + i / 256);
    record.file_key = record.file.path = record.chunk.file_path = "f" + std::to_string(i);
    record.chunk.content = "x";
    record.chunk.line_range = {1, 1};
    const auto angle = static_cast<float>(i) / 300;
    record.chunk.dense = std::vector<float>{1 - angle, angle};
  }
  REQUIRE(store.upsert(kHome, records));
  REQUIRE(store.put_facts(kHome, {}));
  auto opened = connect(url);
  REQUIRE(opened);
  CHECK(number(**opened, "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%hnsw%'") == 1);
  const auto hits =
      store.search_dense(kHome, std::vector<float>{1, 0}, {}, 5, RecordParts::kPayload);
  REQUIRE(hits);
  CHECK(hits->front().record->file_key == "f0");
  REQUIRE(store.drop(kHome));
  CHECK(number(**opened, "SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%hnsw%'") == 0);
  CHECK(number(**opened, "SELECT count(*) FROM codeweaver.records") == 0);
}

}  // namespace codeweaver
#endif
