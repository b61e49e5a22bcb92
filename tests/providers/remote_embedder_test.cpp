// Tests of embedders of services: requests, replies, and faults of both.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/remote_embedder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "json/value.hpp"
#include "json/writer.hpp"
#include "net/fakes.hpp"

namespace codeweaver::providers {
namespace {

using net::Exchange;
using test::fault;
using test::reply;
using test::ScriptedTransport;

constexpr const char* kKey = "key-0123456789";

/// A reply of `count` vectors {i, 4, 3...} in the shape of a provider.
net::Reply vectors(std::string_view provider, std::size_t count, std::size_t dimension = 3) {
  json::Value rows = json::Array{};
  for (std::size_t i = 0; i < count; ++i) {
    json::Value row = json::Array{};
    for (std::size_t d = 0; d < dimension; ++d) row.push_back(d == 0 ? double(i) : 5.0 - double(d));
    rows.push_back(std::move(row));
  }
  json::Value body;
  if (provider == "ollama") {
    body.set("embeddings", std::move(rows));
  } else if (provider == "cohere") {
    body.set("embeddings", json::Object{{"float", std::move(rows)}});
  } else {
    json::Value data = json::Array{};  // the last first: the index decides
    for (std::size_t i = count; i-- > 0;)
      data.push_back(json::Object{{"embedding", (*rows.if_array())[i]}, {"index", i}});
    body.set("data", std::move(data));
  }
  return reply(200, json::dump(body));
}

struct Served {
  explicit Served(std::string provider, std::vector<Exchange> script = {reply(500)})
      : transport(std::make_shared<ScriptedTransport>(std::move(script))) {
    model.provider = std::move(provider);
    model.model = "tiny";
    model.api_key = kKey;
    model.expected_dimension = 3;
    if (model.provider == "azure") model.url = "https://team.openai.azure.test";
  }
  Result<std::shared_ptr<const Embedder>> made() {
    return RemoteEmbedder::create(model, {transport, {timer, base::system_clock()}});
  }
  std::shared_ptr<const Embedder> embedder() {
    auto out = made();
    REQUIRE_MESSAGE(out.has_value(), (out ? "" : out.error().message()));
    return *out;
  }
  /// The bodies that were sent, each as text.
  std::vector<std::string> sent() const {
    std::vector<std::string> out;
    for (const auto& request : transport->requests()) out.push_back(request.body);
    return out;
  }

  RemoteModel model;
  test::FakeTimer timer;
  std::shared_ptr<ScriptedTransport> transport;
};

Result<std::vector<float>> embed(const Embedder& embedder, std::vector<std::string> texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<float> out(views.size() * embedder.info().dimension);
  auto done = embedder.embed_documents(views, out);
  if (!done) return done.error();
  return out;
}

std::string code_of(const Embedder& embedder) {
  const auto done = embed(embedder, {"text"});
  return done ? "" : done.error().code;
}

}  // namespace

TEST_CASE("remote embedder: each service gets its own request, and its reply is read in order") {
  struct Row {
    const char *provider, *url, *document, *query, *key_header, *key;
  };
  const Row rows[] = {
      {"voyage", "https://api.voyageai.com/v1/embeddings",
       R"({"input":["a","b"],"model":"tiny","input_type":"document"})",
       R"({"input":["q"],"model":"tiny","input_type":"query"})", "Authorization",
       "Bearer key-0123456789"},
      {"openai", "https://api.openai.com/v1/embeddings",
       R"({"input":["a","b"],"model":"tiny","encoding_format":"float"})",
       R"({"input":["q"],"model":"tiny","encoding_format":"float"})", "Authorization",
       "Bearer key-0123456789"},
      {"azure",
       "https://team.openai.azure.test/openai/deployments/tiny/embeddings?api-version=2024-10-21",
       R"({"input":["a","b"],"model":"tiny","encoding_format":"float"})",
       R"({"input":["q"],"model":"tiny","encoding_format":"float"})", "api-key", "key-0123456789"},
      {"ollama", "http://localhost:11434/api/embed", R"({"model":"tiny","input":["a","b"]})",
       R"({"model":"tiny","input":["q"]})", "Authorization", "Bearer key-0123456789"},
      {"cohere", "https://api.cohere.com/v2/embed",
       R"({"model":"tiny","texts":["a","b"],"input_type":"search_document","embedding_types":["float"]})",
       R"({"model":"tiny","texts":["q"],"input_type":"search_query","embedding_types":["float"]})",
       "Authorization", "Bearer key-0123456789"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.provider);
    Served served(row.provider, {vectors(row.provider, 2), vectors(row.provider, 1)});
    const auto embedder = served.embedder();
    CHECK(embedder->info() == EmbedderInfo{row.provider, "tiny", 3, true});
    const auto rows_of = embed(*embedder, {"a", "b"});
    REQUIRE(rows_of);
    CHECK((*rows_of)[0] == 0);
    CHECK((*rows_of)[1] == doctest::Approx(0.8));
    CHECK((*rows_of)[3] == doctest::Approx(1 / std::sqrt(26.0)));
    std::vector<float> out(3);
    CHECK(embedder->embed_query("q", out));
    CHECK(out[2] == doctest::Approx(0.6));
    CHECK(served.sent() == std::vector<std::string>{row.document, row.query});
    const auto request = served.transport->requests()[0];
    CHECK(request.url == row.url);
    const net::Reply headers{0, request.headers, ""};
    REQUIRE(headers.header(row.key_header) != nullptr);
    CHECK(*headers.header(row.key_header) == row.key);
  }
}

TEST_CASE("remote embedder: usual models are known, with what they were trained to see") {
  Served served("ollama", {vectors("ollama", 1, 768)});
  served.model.model.clear();
  served.model.expected_dimension = 0;
  const auto embedder = served.embedder();
  CHECK(served.transport->requests().empty());
  CHECK(embedder->info().model == "nomic-embed-text");
  CHECK(embedder->info().dimension == 768);
  CHECK(embed(*embedder, {"text"}));
  std::vector<float> out(768);
  CHECK(embedder->embed_query("text", out));
  CHECK(served.sent()[0].find("search_document: text") != std::string::npos);
  CHECK(served.sent()[1].find("search_query: text") != std::string::npos);
  CHECK(known_model("ollama", "nomic-embed-text:v1.5").dimension == 768);
  CHECK(known_model("openai", "nomic-embed-text").dimension == 0);
}

TEST_CASE(
    "remote embedder: an unknown dimension is asked for, a shorter one is asked of the model") {
  Served asked("openai", {vectors("openai", 1, 7)});
  asked.model.expected_dimension = 0;
  CHECK(asked.embedder()->info().dimension == 7);
  CHECK(asked.transport->requests().size() == 1);
  Served down("openai", {fault(net::FaultKind::kUnreachable)});
  down.model.expected_dimension = 0;
  CHECK(down.made().error().code == "SERVICE_UNREACHABLE");
  for (const auto& [provider, member] :
       {std::pair("voyage", "\"output_dimension\":2"), std::pair("openai", "\"dimensions\":2"),
        std::pair("ollama", "\"dimensions\":2"), std::pair("cohere", "\"output_dimension\":2")}) {
    Served shorter(provider, {vectors(provider, 1, 2)});
    shorter.model.dimension = 2;
    CHECK(embed(*shorter.embedder(), {"text"}));
    CHECK_MESSAGE(shorter.sent()[0].find(member) != std::string::npos, provider);
  }
}

TEST_CASE("remote embedder: a query waits no longer than the search has time") {
  using namespace std::chrono_literals;
  for (const auto& [left, timeout] : {std::pair{-1s, 1ms}, std::pair{3600s, 10'000ms}}) {
    Served served("openai", {vectors("openai", 1)});
    const auto embedder = served.embedder();
    const auto context = CallContext().until(std::chrono::steady_clock::now() + left);
    std::vector<float> row(3);
    REQUIRE(embedder->embed_query("query", row, context));
    CHECK(served.transport->requests().back().timeout == timeout);
  }
}

TEST_CASE("remote embedder: a query is asked once, documents again") {
  Served served("openai", {reply(503), vectors("openai", 1), reply(503), vectors("openai", 1)});
  const auto embedder = served.embedder();
  std::vector<float> row(3);
  CHECK(embedder->embed_query("query", row).error().code == "SERVICE_FAILED");
  CHECK(served.transport->requests().size() == 1);
  CHECK(embed(*embedder, {"text"}));
  CHECK(served.transport->requests().size() == 2);
  CHECK(embed(*embedder, {"text"}));
  CHECK(served.transport->requests().size() == 4);
}

TEST_CASE("remote embedder: batches hold at most 100 texts, or what the model takes") {
  Served many("openai", {vectors("openai", 100), vectors("openai", 100), vectors("openai", 50)});
  CHECK(embed(*many.embedder(), std::vector<std::string>(250, "text")));
  CHECK(many.transport->requests().size() == 3);
  Served cohere("cohere", {vectors("cohere", 96), vectors("cohere", 4)});
  CHECK(embed(*cohere.embedder(), std::vector<std::string>(100, "text")));
  CHECK(cohere.transport->requests().size() == 2);
  // By tokens: each text is some 40,000 of the 90,000 that a request to Voyage may hold.
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += " word";
  Served tokens("voyage", {vectors("voyage", 2), vectors("voyage", 1)});
  tokens.model.model = "embed-new";
  const auto done = embed(*tokens.embedder(), {text, text, text});
  CHECK_FALSE(done);  // the careful limit of an unknown model holds one text
  Served known("cohere", {vectors("cohere", 2, 1536), vectors("cohere", 1, 1536)});
  known.model.model = "embed-v4.0";
  known.model.expected_dimension = 0;
  CHECK(embed(*known.embedder(), {text, text, text}));
}

TEST_CASE("remote embedder: what is too large is sent in halves, a lone text by its beginning") {
  Served served("openai", {reply(413), vectors("openai", 1),
                           reply(400, R"({"error":{"message":"maximum context length is 8192"}})"),
                           vectors("openai", 1)});
  const std::string text(1000, 'x');
  CHECK(embed(*served.embedder(), {text, text}));
  const auto sent = served.sent();
  REQUIRE(sent.size() == 4);
  CHECK(sent[3].find(std::string(500, 'x') + '"') != std::string::npos);
  CHECK(sent[3].find(std::string(501, 'x')) == std::string::npos);
  Served hopeless("openai", {reply(413)});
  const auto refused = embed(*hopeless.embedder(), {text});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "REQUEST_TOO_LARGE");
  CHECK(hopeless.transport->requests().size() == 2);
}

TEST_CASE("remote embedder: a reply that is not what was asked for is refused") {
  for (const auto* body :
       {"", "{", R"({"data":[{"index":0,"embedding":[1,2)", "[]", R"({"data":[]})",
        R"({"data":[{"index":0,"embedding":[]}]})", R"({"data":[{"index":1,"embedding":[1,2,3]}]})",
        R"({"data":[{"index":0,"embedding":[1,"2",3]}]})",
        R"({"data":[{"index":0,"embedding":[1e300,1e300,1]}]})",
        R"({"data":[{"embedding":[1,2,3]}]})"}) {
    Served served("openai", {reply(200, body)});
    CHECK_MESSAGE(code_of(*served.embedder()) == "INVALID_REPLY", body);
    CHECK(served.transport->requests().size() == 1);
  }
  Served twice("openai", {reply(200, R"({"data":[{"index":0,"embedding":[1,2,3]},
                                                 {"index":0,"embedding":[1,2,3]}]})")});
  CHECK(embed(*twice.embedder(), {"a", "b"}).error().code == "INVALID_REPLY");
  Served other("ollama", {vectors("ollama", 1, 4)});
  const auto mismatch = embed(*other.embedder(), {"text"});
  REQUIRE_FALSE(mismatch);
  CHECK(mismatch.error().code == "DIMENSION_MISMATCH");
  CHECK(mismatch.error().category == ErrorCategory::kInvalidArgument);
  CHECK(mismatch.error().cause.find("4 numbers instead of 3") != std::string::npos);
}

TEST_CASE("remote embedder: refusals say what to do") {
  Served no_model("ollama",
                  {reply(404, R"({"error":"model \"tiny\" not found, try pulling it first"})")});
  const auto error = embed(*no_model.embedder(), {"text"}).error();
  CHECK(error.code == "MODEL_NOT_FOUND");
  CHECK(error.cause.find("try pulling it first") != std::string::npos);
  CHECK(error.action == "Pull it: `ollama pull tiny`.");
  Served down("ollama", {fault(net::FaultKind::kUnreachable)});
  const auto unreachable = embed(*down.embedder(), {"text"}).error();
  CHECK(unreachable.cause.find("Ollama server at http://localhost:11434 is not reachable") !=
        std::string::npos);
  CHECK(unreachable.action.find("ollama serve") != std::string::npos);
  Served wrong_key("voyage", {reply(401, R"({"detail":"Provided API key is invalid."})")});
  CHECK(code_of(*wrong_key.embedder()) == "API_KEY_REFUSED");
  Served no_key("voyage");
  no_key.model.api_key.clear();
  const auto missing = no_key.made().error();
  CHECK(missing.code == "API_KEY_MISSING");
  CHECK(missing.action.find("VOYAGE_API_KEY") != std::string::npos);
  Served own_server("openai");  // of one's own needs no key
  own_server.model.api_key.clear();
  own_server.model.url = "http://localhost:8000/v1";
  CHECK(own_server.made());
  Served nowhere("azure");
  nowhere.model.url.clear();
  CHECK(nowhere.made().error().code == "INVALID_URL");
  Served nobody("jina");
  CHECK(nobody.made().error().code == "PROVIDER_NOT_AVAILABLE");
}

TEST_CASE("remote embedder: documents wait for the service, queries and stopped calls do not") {
  Served busy("voyage", {reply(429)});
  const auto embedder = busy.embedder();
  CHECK(code_of(*embedder) == "SERVICE_BUSY");
  CHECK(busy.timer.take_slept().size() == 5);
  std::vector<float> out(3);
  CHECK_FALSE(embedder->embed_query("q", out));
  CHECK(busy.timer.take_slept().empty());
  std::stop_source stop;
  stop.request_stop();
  constexpr std::string_view kText = "text";
  const auto stopped =
      embedder->embed_documents(std::span(&kText, 1), out, CallContext(stop.get_token()));
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().category == ErrorCategory::kCancelled);
}

}  // namespace codeweaver::providers
