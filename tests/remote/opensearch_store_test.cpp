// OpenSearchStore against a service that answers by a script: retries, nodes in turn, refusals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/opensearch_store.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "base/query_scope.hpp"
#include "net/fakes.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver {
namespace {

using std::chrono::milliseconds;
using test::FakeTimer;
using test::fault;
using test::reply;
using test::ScriptedTransport;

const RecordCollection kCorner{"shop", ""};

/// A store with its service and its time.
struct Cluster {
  FakeTimer timer;
  std::shared_ptr<ScriptedTransport> service;
  std::shared_ptr<VectorStore> store;

  explicit Cluster(std::vector<net::Exchange> script,
                   const std::string& url = "http://127.0.0.1:9200",
                   const std::string& key = "somebody:a-secret-word")
      : service(std::make_shared<ScriptedTransport>(std::move(script))) {
    StoreOptions options;
    options.url = url;
    options.api_key = key;
    auto made = remote::OpenSearchStore::create(options, service, {timer});
    REQUIRE(made);
    store = *made;
  }
  std::vector<std::string> asked() const {
    std::vector<std::string> out;
    for (const auto& request : service->requests())
      out.push_back(request.method + ' ' + request.url);
    return out;
  }
};

/// The document of the catalog for kCorner, of that schema, project and text of who wrote it.
net::Reply document(int schema, const std::string& project = "shop",
                    const std::string& writing = "x") {
  return reply(
      200, R"({"_id":"x","_seq_no":7,"_primary_term":2,"found":true,"_source":{"schema":)" +
               std::to_string(schema) + R"(,"project_id":")" + project +
               R"(","tree":"","index":"codeweaver_shop_x","dimension":2,"writing":")" + writing +
               R"(","facts":{"mark":"1"}}})");
}

VectorRecord entry_of(float weight = 1) {
  VectorRecord out;
  out.id.bytes[15] = 1;
  out.file_key = out.file.path = out.chunk.file_path = "a.py";
  out.chunk.content = "x";
  out.chunk.line_range = {1, 1};
  out.chunk.dense = std::vector<float>{1, 0};
  out.chunk.sparse = SparseVector{{3}, {weight}};
  return out;
}

}  // namespace

TEST_CASE("opensearch: writes are tried again after 1, 2 and 4 s, queries never") {
  Cluster down({fault(net::FaultKind::kUnreachable)});
  const auto written = down.store->put_facts(kCorner, {});
  REQUIRE_FALSE(written);
  CHECK(written.error().category == ErrorCategory::kUnavailable);
  CHECK(written.error().cause.find("OpenSearch cluster at http://127.0.0.1:9200") !=
        std::string::npos);
  CHECK(written.error().action.find("store.url") != std::string::npos);
  CHECK(down.timer.take_slept() ==
        std::vector{milliseconds(1000), milliseconds(2000), milliseconds(4000)});
  const base::QueryScope waited_for;
  CHECK_FALSE(down.store->facts(kCorner));
  CHECK(down.timer.take_slept().empty());
}

TEST_CASE("opensearch: a node that does not answer is passed over, and the next one kept to") {
  Cluster two({fault(net::FaultKind::kUnreachable), document(1)},
              "http://127.0.0.1:9201,http://127.0.0.1:9202?prefix=team");
  const base::QueryScope waited_for;
  CHECK(**two.store->facts(kCorner) == CollectionFacts{{"mark", "1"}});
  CHECK(two.store->facts(kCorner));
  const auto asked = two.asked();
  REQUIRE(asked.size() == 3);
  CHECK(asked[0].starts_with("GET http://127.0.0.1:9201/team/_doc/"));
  CHECK(asked[1].starts_with("GET http://127.0.0.1:9202/team/_doc/"));
  CHECK(asked[2].starts_with("GET http://127.0.0.1:9202/team/_doc/"));
}

TEST_CASE("opensearch: where no node answers all are asked again after 1, 2 and 4 s") {
  Cluster two({fault(net::FaultKind::kUnreachable)}, "http://127.0.0.1:1,http://127.0.0.1:2");
  CHECK(two.store->facts(kCorner).error().category == ErrorCategory::kUnavailable);
  CHECK(two.timer.take_slept() ==
        std::vector{milliseconds(1000), milliseconds(2000), milliseconds(4000)});
}

TEST_CASE("opensearch: name and password go as such, a token as such, and neither is ever shown") {
  Cluster shut({reply(401, R"({"error":{"reason":"no somebody:a-secret-word here"}})")});
  const auto refused = shut.store->facts(kCorner);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "API_KEY_REFUSED");
  CHECK(refused.error().message().find("a-secret-word") == std::string::npos);
  const auto header_of = [](const Cluster& cluster) {
    const auto headers = cluster.service->requests().front().headers;
    for (const auto& header : headers)
      if (header.name == "Authorization") return header.value;
    return std::string();
  };
  CHECK(header_of(shut) == "Basic c29tZWJvZHk6YS1zZWNyZXQtd29yZA==");
  Cluster token({reply(404, "{}")}, "http://127.0.0.1:9200", "a-token");
  CHECK_FALSE(token.store->facts(kCorner)->has_value());
  CHECK(header_of(token) == "Bearer a-token");
}

TEST_CASE("opensearch: what is none, of a newer schema or of another project is left alone") {
  const std::pair<net::Reply, std::string> cases[] = {
      {reply(200, "<html>"), "INVALID_REPLY"},
      {reply(200, "[]"), "INVALID_REPLY"},
      {reply(400, R"({"error":{"type":"x","reason":"no handler"}})"), "SERVICE_REFUSED"},
      {document(2), "SCHEMA_MISMATCH"},
      {document(1, "another"), "COLLECTION_TAKEN"},
  };
  for (const auto& [answer, code] : cases) {
    CAPTURE(code);
    Cluster odd({answer});
    const auto written = odd.store->upsert(kCorner, std::vector{entry_of()});
    REQUIRE_FALSE(written);
    CHECK(written.error().code == code);
    CHECK_FALSE(written.error().action.empty());
    for (const auto& request : odd.service->requests()) CHECK(request.method == "GET");
  }
  Cluster refusing({reply(400, R"({"error":{"type":"x","reason":"no handler"}})")});
  CHECK(refusing.store->facts(kCorner).error().cause.find("no handler") != std::string::npos);
}

TEST_CASE("opensearch: of two writers the second is refused, and one whose reply was lost is not") {
  const auto conflict = reply(409, R"({"error":{"reason":"version conflict"}})");
  Cluster rival({document(1), conflict, document(1, "shop", "another")});
  CHECK_FALSE(*rival.store->exchange_facts(kCorner, {{"mark", "0"}}, {}));
  CHECK(rival.service->requests().size() == 1);  // the facts were others at once

  // A transport that answers a write with a conflict, though it was done, and then shows it.
  struct LostReply final : net::Transport {
    mutable std::string written;
    net::Exchange exchange(const net::Request& request, std::stop_token) const override {
      if (request.method == "PUT") {
        const auto at = request.body.find("\"writing\":\"") + 11;
        written = request.body.substr(at, request.body.find('"', at) - at);
        return reply(409, R"({"error":{"reason":"version conflict"}})");
      }
      return document(1, "shop", written);
    }
  };
  auto store = remote::OpenSearchStore::create({}, std::make_shared<LostReply>(), {});
  REQUIRE(store);
  CHECK(*(*store)->exchange_facts(kCorner, {{"mark", "1"}}, {{"mark", "2"}}));
}

TEST_CASE(
    "opensearch: what the cluster is too busy for is written again, what it refuses is said") {
  const auto busy = reply(
      200,
      R"({"errors":true,"items":[{"index":{"status":429,"error":{"type":"t","reason":"full"}}}]})");
  Cluster full({document(1), busy, busy, reply(200, R"({"errors":false,"items":[]})")});
  CHECK(full.store->upsert(kCorner, std::vector{entry_of()}));
  CHECK(full.timer.take_slept() == std::vector{milliseconds(1000), milliseconds(2000)});
  CHECK(full.asked().back().find("require_alias=true") != std::string::npos);
  Cluster odd({document(1), reply(200, R"({"errors":true,"items":[{"index":{"status":400,"error":)"
                                       R"({"type":"t","reason":"no such field"}}}]})")});
  const auto refused = odd.store->upsert(kCorner, std::vector{entry_of()});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().cause.find("no such field") != std::string::npos);
}

TEST_CASE(
    "opensearch: a new index gets its copies before its first record, where there are nodes") {
  for (const bool has_several : {false, true}) {
    const auto health =
        reply(200, has_several ? R"({"number_of_data_nodes":3})" : R"({"number_of_data_nodes":1})");
    std::vector<net::Exchange> script(3, reply(404, "{}"));  // no entry, twice; no index to drop
    script.insert(script.end(), {reply(200, "{}"), health});
    if (has_several) script.emplace_back(reply(408, R"({"timed_out":true})"));
    script.insert(script.end(), {reply(201, "{}"), document(1), reply(200, R"({"errors":false})")});
    Cluster fresh(script);
    CHECK(fresh.store->upsert(kCorner, std::vector{entry_of()}));
    const auto asked = fresh.asked();
    CHECK(std::ranges::count_if(asked, [](const std::string& request) {
            return request.find("wait_for_status=green") != std::string::npos;
          }) == (has_several ? 1 : 0));
    CHECK(asked.back().find("/_bulk?") != std::string::npos);
  }
}

TEST_CASE("opensearch: weights that its index cannot have are refused before anything is sent") {
  for (const float weight : {-1.0F, std::numeric_limits<float>::infinity()}) {
    Cluster silent({reply(404, "{}")});
    CHECK(silent.store->upsert(kCorner, std::vector{entry_of(weight)}).error().code ==
          "INVALID_RECORD");
    CHECK(silent.service->requests().empty());
  }
}

TEST_CASE("opensearch: a search whose best are not certain yet asks for more") {
  const auto hit = [](int id, float score, const std::string& weight) {
    auto record = entry_of();
    record.id.bytes[15] = static_cast<std::uint8_t>(id);
    record.ordinal = static_cast<std::uint32_t>(id);
    record.chunk.dense.reset();
    record.chunk.sparse.reset();
    return json::Value(json::Object{
        {"_id", record.id.to_string()},
        {"_score", static_cast<double>(score)},
        {"_source", json::Object{{"record", remote::record_text(record)},
                                 {"sparse", json::Object{{"3", *json::parse(weight)}}}}}});
  };
  const auto page = [](json::Array hits) {
    return reply(200, json::dump(json::Object{{"hits", json::Object{{"hits", std::move(hits)}}}}));
  };
  json::Array close, all;
  for (int i = 0; i < 17; ++i) close.push_back(hit(i + 1, 1, "1.0"));
  all = close;
  all.push_back(hit(18, 1, "1.003"));  // rounded down to the same
  Cluster cluster({document(1), page(close), page(all)});
  const auto found = cluster.store->search_sparse(kCorner, {{3}, {1}}, {}, 1);
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().record->ordinal == 18);
  CHECK(cluster.service->requests().size() == 3);
}

TEST_CASE("opensearch: an address that is none, or a prefix that no index can have, is refused") {
  for (const auto* url : {"ftp://x", "http://u:p@x", "http://x?prefix=", "http://x?prefix=A",
                          "http://x?prefix=_a", "http://x?index=a", "http://x,ftp://y"}) {
    StoreOptions options;
    options.url = url;
    const auto made = remote::OpenSearchStore::create(
        options, std::make_shared<ScriptedTransport>(std::vector<net::Exchange>{reply(404)}), {});
    CAPTURE(url);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == "INVALID_URL");
    CHECK_FALSE(made.error().action.empty());
  }
}

}  // namespace codeweaver
