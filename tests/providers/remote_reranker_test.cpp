// Tests of rerankers of services: requests and invalid replies.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/remote_reranker.hpp"

#include <doctest/doctest.h>

#include "net/fakes.hpp"

namespace codeweaver::providers {
namespace {

using test::ScriptedTransport;

struct RankedBy {
  RankedBy(std::string provider, net::Exchange answer)
      : transport(std::make_shared<ScriptedTransport>(std::vector{std::move(answer)})) {
    RemoteModel model;
    model.provider = std::move(provider);
    model.model = "tiny";
    model.api_key = "key-0123456789";
    auto made = RemoteReranker::create(model, {transport, {timer, base::system_clock()}});
    REQUIRE(made);
    reranker = *made;
  }
  Result<std::vector<float>> scores() const {
    const RerankCandidate candidates[] = {{"a.py", "first", "", "def first(): pass"},
                                          {"b.txt", "", "", "second"}};
    return reranker->rerank("which one", candidates);
  }

  test::FakeTimer timer;
  std::shared_ptr<ScriptedTransport> transport;
  std::shared_ptr<const Reranker> reranker;
};

}  // namespace

TEST_CASE("remote reranker: each service gets its own request, and scores go by their index") {
  struct Row {
    const char *provider, *url, *body, *list;
  };
  const std::string start = R"({"model":"tiny","query":"which one","documents":)"
                            R"(["a.py\nfirst\ndef first(): pass","b.txt\nsecond"],)";
  const Row rows[] = {{"voyage", "https://api.voyageai.com/v1/rerank",
                       R"("top_k":2,"return_documents":false})", "data"},
                      {"cohere", "https://api.cohere.com/v2/rerank", R"("top_n":2})", "results"},
                      {"jina", "https://api.jina.ai/v1/rerank",
                       R"("top_n":2,"return_documents":false})", "results"}};
  for (const auto& row : rows) {
    CAPTURE(row.provider);
    const RankedBy ranked(row.provider,
                          test::reply(200, std::string("{\"") + row.list +
                                               R"(":[{"index":1,"relevance_score":0.75},)"
                                               R"({"index":0,"relevance_score":1.5}]})"));
    CHECK(ranked.reranker->name() == std::string(row.provider) + "/tiny");
    const auto scores = ranked.scores();
    REQUIRE(scores);
    CHECK(*scores == std::vector<float>{1, 0.75F});
    CHECK(ranked.transport->requests().at(0).url == row.url);
    CHECK(ranked.transport->requests().at(0).body == start + row.body);
    CHECK(ranked.reranker->rerank("which one", {})->empty());
    CHECK(ranked.transport->requests().size() == 1);
  }
}

TEST_CASE("remote reranker: a reply without a score for each candidate is refused") {
  for (const auto* body :
       {"", "{", "{}", R"({"results":[]})", R"({"results":[{"index":0,"relevance_score":1}]})",
        R"({"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":1}]})",
        R"({"results":[{"index":0,"relevance_score":1},{"index":2,"relevance_score":1}]})",
        R"({"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":"1"}]})"}) {
    const auto scores = RankedBy("jina", test::reply(200, body)).scores();
    REQUIRE_FALSE_MESSAGE(scores.has_value(), body);
    CHECK(scores.error().code == "INVALID_REPLY");
  }
  CHECK(RankedBy("cohere", test::reply(401)).scores().error().code == "API_KEY_REFUSED");
  CHECK(RankedBy("voyage", test::reply(404)).scores().error().code == "MODEL_NOT_FOUND");
  RankedBy slow("voyage", test::fault(net::FaultKind::kTimeout));
  CHECK(slow.scores().error().code == "SERVICE_TIMEOUT");
  CHECK(slow.timer.take_slept().empty());  // a query is asked once
}

}  // namespace codeweaver::providers
