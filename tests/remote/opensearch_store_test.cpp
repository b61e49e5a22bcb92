// Tests of OpenSearchStore with a scripted service: retries, choice of nodes, rejected requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/opensearch_store.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "remote/opensearch_shapes.hpp"
#include "remote/record_fields.hpp"
#include "remote/scripted_store.hpp"

namespace codeweaver {
namespace {

using std::chrono::milliseconds;
using test::fault;
using test::kScripted;
using test::reply;
using test::scripted_record;
using test::ScriptedTransport;

struct Cluster : test::ScriptedStore<remote::OpenSearchStore> {
  explicit Cluster(std::vector<net::Exchange> script,
                   const std::string& url = "http://127.0.0.1:9200",
                   const std::string& key = "somebody:a-secret-word")
      : ScriptedStore(std::move(script), url, key) {}
};

constexpr auto kNow = remote::kOpenSearchSchema;

/// The document of the catalog for kScripted, of that schema, project and text of who wrote it.
net::Reply document(std::int64_t schema, const std::string& project = "shop",
                    const std::string& writing = "x") {
  return reply(
      200, R"({"_id":"x","_seq_no":7,"_primary_term":2,"found":true,"_source":{"schema":)" +
               std::to_string(schema) + R"(,"project_id":")" + project +
               R"(","tree":"","index":"codeweaver_shop_x","dimension":2,"writing":")" + writing +
               R"(","facts":{"mark":"1"}}})");
}

}  // namespace

TEST_CASE("opensearch: writes are tried again after 1, 2 and 4 s, queries never") {
  Cluster down({fault(net::FaultKind::kUnreachable)});
  test::check_patience(down, "OpenSearch cluster at http://127.0.0.1:9200", "store.url");
}

TEST_CASE("opensearch: a node that does not answer is passed over, and the next one kept to") {
  Cluster two({fault(net::FaultKind::kUnreachable), document(kNow)},
              "http://127.0.0.1:9201,http://127.0.0.1:9202?prefix=team");
  const auto store = test::awaited(two.store);
  CHECK(**store->facts(kScripted) == CollectionFacts{{"mark", "1"}});
  CHECK(store->facts(kScripted));
  const auto asked = two.asked();
  REQUIRE(asked.size() == 3);
  CHECK(asked[0].starts_with("GET http://127.0.0.1:9201/team/_doc/"));
  CHECK(asked[1].starts_with("GET http://127.0.0.1:9202/team/_doc/"));
  CHECK(asked[2].starts_with("GET http://127.0.0.1:9202/team/_doc/"));
}

TEST_CASE("opensearch: where no node answers all are asked again after 1, 2 and 4 s") {
  Cluster two({fault(net::FaultKind::kUnreachable)}, "http://127.0.0.1:1,http://127.0.0.1:2");
  CHECK(two.store->facts(kScripted).error().category == ErrorCategory::kUnavailable);
  CHECK(two.timer.take_slept() ==
        std::vector{milliseconds(1000), milliseconds(2000), milliseconds(4000)});
}

TEST_CASE("opensearch: name and password go as such, a token as such, and neither is ever shown") {
  Cluster shut({reply(401, R"({"error":{"reason":"no somebody:a-secret-word here"}})")});
  test::check_refused_key(shut, "a-secret-word");
  CHECK(shut.header("Authorization") == "Basic c29tZWJvZHk6YS1zZWNyZXQtd29yZA==");
  Cluster token({reply(404, "{}")}, "http://127.0.0.1:9200", "a-token");
  CHECK_FALSE(token.store->facts(kScripted)->has_value());
  CHECK(token.header("Authorization") == "Bearer a-token");
}

TEST_CASE("opensearch: what is none, of a newer schema or of another project is left alone") {
  const std::pair<net::Reply, std::string> cases[] = {
      {reply(200, "<html>"), "INVALID_REPLY"},
      {reply(200, "[]"), "INVALID_REPLY"},
      {reply(400, R"({"error":{"type":"x","reason":"no handler"}})"), "SERVICE_REFUSED"},
      {document(kNow + 1), "SCHEMA_MISMATCH"},
      {document(kNow, "another"), "COLLECTION_TAKEN"},
  };
  for (const auto& [answer, code] : cases) {
    const Cluster odd({answer});
    test::check_left_alone(odd, code);
  }
  Cluster refusing({reply(400, R"({"error":{"type":"x","reason":"no handler"}})")});
  CHECK(refusing.store->facts(kScripted).error().cause.find("no handler") != std::string::npos);
}

TEST_CASE("opensearch: of two writers the second is refused, and one whose reply was lost is not") {
  const auto conflict = reply(409, R"({"error":{"reason":"version conflict"}})");
  Cluster rival({document(kNow), conflict, document(kNow, "shop", "another")});
  CHECK_FALSE(*rival.store->exchange_facts(kScripted, {{"mark", "0"}}, {}));
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
      return document(kNow, "shop", written);
    }
  };
  auto store = remote::OpenSearchStore::create({}, std::make_shared<LostReply>(), {});
  REQUIRE(store);
  CHECK(*(*store)->exchange_facts(kScripted, {{"mark", "1"}}, {{"mark", "2"}}));
}

TEST_CASE(
    "opensearch: what the cluster is too busy for is written again, what it refuses is said") {
  const auto busy = reply(
      200,
      R"({"errors":true,"items":[{"index":{"status":429,"error":{"type":"t","reason":"full"}}}]})");
  Cluster full({document(kNow), busy, busy, reply(200, R"({"errors":false,"items":[]})")});
  CHECK(full.store->upsert(kScripted, std::vector{scripted_record({1})}));
  CHECK(full.timer.take_slept() == std::vector{milliseconds(1000), milliseconds(2000)});
  CHECK(full.asked().back().find("require_alias=true") != std::string::npos);
  Cluster odd(
      {document(kNow), reply(200, R"({"errors":true,"items":[{"index":{"status":400,"error":)"
                                  R"({"type":"t","reason":"no such field"}}}]})")});
  const auto refused = odd.store->upsert(kScripted, std::vector{scripted_record({1})});
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
    script.insert(script.end(),
                  {reply(201, "{}"), document(kNow), reply(200, R"({"errors":false})")});
    Cluster fresh(script);
    CHECK(fresh.store->upsert(kScripted, std::vector{scripted_record({1})}));
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
    CHECK(silent.store->upsert(kScripted, std::vector{scripted_record({weight})}).error().code ==
          "INVALID_RECORD");
    CHECK(silent.service->requests().empty());
  }
}

TEST_CASE("opensearch: a search whose best are not certain yet asks for more") {
  const auto hit = [](int id, float score, float weight) {
    auto record = scripted_record({1});
    record.id.bytes[15] = static_cast<std::uint8_t>(id);
    record.ordinal = static_cast<std::uint32_t>(id);
    const json::Object columns{
        {"record", json::Array{remote::record_text(record)}},
        {"weights", json::Array{remote::opensearch_weights({{3}, {weight}})}}};
    return json::Value(json::Object{{"_score", static_cast<double>(score)}, {"fields", columns}});
  };
  const auto page = [](json::Array hits) {
    return reply(200, json::dump(json::Object{{"hits", json::Object{{"hits", std::move(hits)}}}}));
  };
  json::Array close, all;
  for (int i = 0; i < 17; ++i) close.push_back(hit(i + 1, 1, 1));
  all = close;
  all.push_back(hit(18, 1, 1.003F));  // rounded down to the same
  Cluster cluster({document(kNow), page(close), page(all)});
  const auto found =
      cluster.store->search_sparse(kScripted, {{3}, {1}}, {}, 1, RecordParts::kPayload);
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
