// QdrantStore against a service that answers by a script: retries, refusals, what it will not
// touch.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/qdrant_store.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/query_scope.hpp"
#include "net/fakes.hpp"

namespace codeweaver {
namespace {

using std::chrono::milliseconds;
using test::FakeTimer;
using test::fault;
using test::reply;
using test::ScriptedTransport;

const RecordCollection kPlace{"shop", ""};

/// A store with its service and its time.
struct Scripted {
  FakeTimer timer;
  std::shared_ptr<ScriptedTransport> service;
  std::shared_ptr<VectorStore> store;

  explicit Scripted(std::vector<net::Exchange> script)
      : service(std::make_shared<ScriptedTransport>(std::move(script))) {
    StoreOptions options;
    options.url = "http://127.0.0.1:6333";
    options.api_key = "a-secret-key";
    auto made = remote::QdrantStore::create(options, service, {timer});
    REQUIRE(made);
    store = *made;
  }
};

/// The point of the catalog for kPlace, with a payload of that schema and project.
net::Reply entry(int schema, const std::string& project = "shop") {
  return reply(200, R"({"result":{"id":"x","payload":{"schema":)" + std::to_string(schema) +
                        R"(,"project_id":")" + project +
                        R"(","tree":"","points":"codeweaver_shop","dimension":2,"facts":{}}}})");
}

VectorRecord record() {
  VectorRecord out;
  out.id.bytes[15] = 1;
  out.file_key = out.file.path = out.chunk.file_path = "a.py";
  out.chunk.content = "x";
  out.chunk.line_range = {1, 1};
  out.chunk.dense = std::vector<float>{1, 0};
  return out;
}

}  // namespace

TEST_CASE("qdrant: writes are tried again after 1, 2 and 4 s, queries never") {
  Scripted down({fault(net::FaultKind::kUnreachable)});
  const auto written = down.store->put_facts(kPlace, {});
  REQUIRE_FALSE(written);
  CHECK(written.error().category == ErrorCategory::kUnavailable);
  CHECK(written.error().cause.find("Qdrant server at http://127.0.0.1:6333") != std::string::npos);
  CHECK(written.error().action.find("docker run -p 6333:6333 qdrant/qdrant") != std::string::npos);
  CHECK(down.timer.take_slept() ==
        std::vector{milliseconds(1000), milliseconds(2000), milliseconds(4000)});
  const base::QueryScope waited_for;
  CHECK_FALSE(down.store->facts(kPlace));
  CHECK(down.timer.take_slept().empty());
}

TEST_CASE("qdrant: after three failures nothing is asked for 30 s, then one trial for 60 s") {
  Scripted down({fault(net::FaultKind::kDropped)});
  const base::QueryScope waited_for;
  for (int i = 0; i < 3; ++i) CHECK_FALSE(down.store->facts(kPlace));
  CHECK(down.service->requests().size() == 3);
  const auto suspended = down.store->facts(kPlace);
  CHECK(suspended.error().code == "SERVICE_SUSPENDED");
  CHECK(suspended.error().cause.find("30 s") != std::string::npos);
  CHECK(down.service->requests().size() == 3);
  down.timer.advance(milliseconds(30'000));
  CHECK(down.store->facts(kPlace).error().code == "SERVICE_DROPPED");
  CHECK(down.store->facts(kPlace).error().cause.find("60 s") != std::string::npos);
  down.service->become({reply(404)});
  down.timer.advance(milliseconds(60'000));
  CHECK_FALSE(down.store->facts(kPlace)->has_value());
  CHECK(dynamic_cast<const RemoteService&>(*down.store).status().circuit_breaker == "closed");
}

TEST_CASE("qdrant: a refused key is said, sent in its header, and never shown") {
  Scripted shut({reply(401, R"({"status":{"error":"no a-secret-key here"}})")});
  const auto refused = shut.store->facts(kPlace);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "API_KEY_REFUSED");
  CHECK(refused.error().message().find("a-secret-key") == std::string::npos);
  const auto headers = shut.service->requests().front().headers;
  CHECK(std::ranges::count(headers, net::Header{"api-key", "a-secret-key"}) == 1);
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
    CAPTURE(code);
    Scripted odd({answer});
    const auto written = odd.store->upsert(kPlace, std::vector{record()});
    REQUIRE_FALSE(written);
    CHECK(written.error().code == code);
    CHECK_FALSE(written.error().action.empty());
    for (const auto& request : odd.service->requests()) CHECK(request.method == "GET");
  }
}

TEST_CASE("qdrant: vectors of another dimension are refused before anything is sent") {
  Scripted known({entry(1)});
  auto wide = record();
  wide.chunk.dense = std::vector<float>{1, 0, 0};
  CHECK(known.store->upsert(kPlace, std::vector{wide}).error().code == "DIMENSION_MISMATCH");
  CHECK(known.store->search_dense(kPlace, *wide.chunk.dense, {}, 5).error().code ==
        "DIMENSION_MISMATCH");
  CHECK(known.service->requests().size() == 1);  // the look at the catalog
}

TEST_CASE("qdrant: a hit that cannot be read is an error, not a result") {
  Scripted odd(
      {entry(1), reply(200, R"({"result":{"points":[{"id":"x","score":1,"payload":{}}]}})")});
  const auto found = odd.store->search_dense(kPlace, std::vector<float>{1, 0}, {}, 5);
  REQUIRE_FALSE(found);
  CHECK(found.error().category == ErrorCategory::kCorruption);
}

}  // namespace codeweaver
