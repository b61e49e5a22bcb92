// Tests of QdrantStore with a scripted service: retries, rejections, and collections it must not
// change.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/qdrant_store.hpp"

#include <doctest/doctest.h>

#include "remote/scripted_store.hpp"

namespace codeweaver {
namespace {

using std::chrono::milliseconds;
using test::fault;
using test::reply;

using test::kScripted;
using test::scripted_record;

struct Scripted : test::ScriptedStore<remote::QdrantStore> {
  explicit Scripted(std::vector<net::Exchange> script)
      : ScriptedStore(std::move(script), "http://127.0.0.1:6333", "a-secret-key") {}
};

/// The point of the catalog for kScripted, with a payload of that schema and project.
net::Reply entry(int schema, const std::string& project = "shop") {
  return reply(200, R"({"result":{"id":"x","payload":{"schema":)" + std::to_string(schema) +
                        R"(,"project_id":")" + project +
                        R"(","tree":"","points":"codeweaver_shop","dimension":2,"facts":{}}}})");
}

}  // namespace

TEST_CASE("qdrant: writes are tried again after 1, 2 and 4 s, queries never") {
  Scripted down({fault(net::FaultKind::kUnreachable)});
  test::check_patience(down, "Qdrant server at http://127.0.0.1:6333",
                       "docker run -p 6333:6333 qdrant/qdrant");
}

TEST_CASE("qdrant: after three failures nothing is asked for 30 s, then one trial for 60 s") {
  Scripted down({fault(net::FaultKind::kDropped)});
  const auto store = test::awaited(down.store);
  for (int i = 0; i < 3; ++i) CHECK_FALSE(store->facts(kScripted));
  CHECK(down.service->requests().size() == 3);
  const auto suspended = store->facts(kScripted);
  CHECK(suspended.error().code == "SERVICE_SUSPENDED");
  CHECK(suspended.error().cause.find("30 s") != std::string::npos);
  CHECK(down.service->requests().size() == 3);
  down.timer.advance(milliseconds(30'000));
  CHECK(store->facts(kScripted).error().code == "SERVICE_DROPPED");
  CHECK(store->facts(kScripted).error().cause.find("60 s") != std::string::npos);
  down.service->become({reply(404)});
  down.timer.advance(milliseconds(60'000));
  CHECK_FALSE(down.store->facts(kScripted)->has_value());
  CHECK(dynamic_cast<const RemoteService&>(*down.store).status().circuit_breaker == "closed");
}

TEST_CASE("qdrant: a store with a context sends its request id, and shares what is known") {
  Scripted shop({entry(1), reply(200, R"({"result":true})")});
  CallContext context;
  context.request_id = "0192-request";
  const auto store = in_context(shop.store, context);
  REQUIRE(store != shop.store);
  CHECK(store->facts(kScripted)->has_value());
  CHECK(shop.header("X-Request-Id") == "0192-request");
  const Uuid ids[] = {scripted_record().id};
  CHECK(shop.store->erase(kScripted, ids));  // without reading the catalog again
  CHECK(shop.asked().size() == 2);
}

TEST_CASE("qdrant: a refused key is said, sent in its header, and never shown") {
  Scripted shut({reply(401, R"({"status":{"error":"no a-secret-key here"}})")});
  test::check_refused_key(shut, "a-secret-key");
  CHECK(shut.header("api-key") == "a-secret-key");
}

TEST_CASE("qdrant: what is no Qdrant, of a newer schema or of another project is left alone") {
  const std::pair<net::Reply, std::string> cases[] = {
      {reply(200, "<html>"), "INVALID_REPLY"},
      {reply(200, "{}"), "INVALID_REPLY"},
      {reply(400, R"({"status":{"error":"Format error"}})"), "SERVICE_REFUSED"},
      {entry(2), "SCHEMA_MISMATCH"},
      {entry(1, "another"), "COLLECTION_TAKEN"},
  };
  for (const auto& [answer, code] : cases) {
    const Scripted odd({answer});
    test::check_left_alone(odd, code);
  }
}

TEST_CASE("qdrant: vectors of another dimension are refused before anything is sent") {
  Scripted known({entry(1)});
  auto wide = scripted_record();
  wide.chunk.dense = std::vector<float>{1, 0, 0};
  CHECK(known.store->upsert(kScripted, std::vector{wide}).error().code == "DIMENSION_MISMATCH");
  CHECK(known.store->search_dense(kScripted, *wide.chunk.dense, {}, 5, RecordParts::kPayload)
            .error()
            .code == "DIMENSION_MISMATCH");
  CHECK(known.service->requests().size() == 1);  // the look at the catalog
}

TEST_CASE("qdrant: a hit that cannot be read is an error, not a result") {
  Scripted odd(
      {entry(1), reply(200, R"({"result":{"points":[{"id":"x","score":1,"payload":{}}]}})")});
  const auto found =
      odd.store->search_dense(kScripted, std::vector<float>{1, 0}, {}, 5, RecordParts::kPayload);
  REQUIRE_FALSE(found);
  CHECK(found.error().category == ErrorCategory::kCorruption);
}

}  // namespace codeweaver
