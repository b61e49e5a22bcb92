// Tests of language models of services: requests, reply streams, citations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "net/fakes.hpp"
#include "providers/citations.hpp"
#include "providers/remote_answer_model.hpp"

namespace codeweaver::providers {
namespace {

using test::ScriptedTransport;

const Passage kPassages[] = {{"a.py", {1, 9}, "A.run", "python", "def run(self): pass\n", 0.9},
                             {"b.py", {5, 7}, "", "python", "RETRIES = 3", 0.5}};

/// A model that answers with `answer` to a question on two passages.
struct Asked {
  Asked(std::string provider, net::Exchange answer)
      : transport(std::make_shared<ScriptedTransport>(std::vector{std::move(answer)})) {
    model.provider = std::move(provider);
    model.model = "tiny";
    model.api_key = "key-0123456789";
    if (model.provider == "azure") model.url = "https://team.openai.azure.test";
  }
  Result<ModelAnswer> answer(bool with_passages = true) {
    auto made = RemoteAnswerModel::create(model, {transport, {timer, base::system_clock()}});
    REQUIRE(made);
    AnswerRequest request{"how often", kPassages, 77};
    if (!with_passages) request.passages = {};
    return (*made)->answer(request);
  }
  std::string code() {
    const auto said = answer();
    return said ? "" : said.error().code;
  }

  RemoteModel model;
  test::FakeTimer timer;
  std::shared_ptr<ScriptedTransport> transport;
};

const std::string kAnthropic =
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"x\"}}\n\n"
    "event: ping\ndata: {\"type\": \"ping\"}\n\n"
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
    "\"delta\":{\"type\":\"text_delta\",\"text\":\"Three times [2]\"}}\n\n"
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
    "\"delta\":{\"type\":\"text_delta\",\"text\":\", by `x[1]` [1].\"}}\n\n"
    "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
    "\"end_turn\"}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
const std::string kOpenAi =
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Three times [2], by `x[1]` "
    "[1].\"}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
    "data: {\"choices\":[],\"usage\":{\"total_tokens\":9}}\n\ndata: [DONE]\n\n";
const std::string kOllama =
    "{\"model\":\"tiny\",\"message\":{\"role\":\"assistant\",\"content\":\"Three times [2], \"},"
    "\"done\":false}\n{\"message\":{\"content\":\"by `x[1]` [1].\"},\"done\":false}\n"
    "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}\n";

}  // namespace

TEST_CASE("answer model: each service gets its own request, and its stream is put together") {
  struct Row {
    const char *provider, *url, *key_header, *limit;
    const std::string& stream;
  };
  const Row rows[] = {
      {"anthropic", "https://api.anthropic.com/v1/messages", "x-api-key", "\"max_tokens\":77",
       kAnthropic},
      {"openai", "https://api.openai.com/v1/chat/completions", "Authorization",
       "\"max_completion_tokens\":77", kOpenAi},
      {"azure",
       "https://team.openai.azure.test/openai/deployments/tiny/chat/"
       "completions?api-version=2024-10-21",
       "api-key", "\"max_completion_tokens\":77", kOpenAi},
      {"ollama", "http://localhost:11434/api/chat", "Authorization", "\"num_predict\":77", kOllama},
  };
  for (const auto& row : rows) {
    CAPTURE(row.provider);
    Asked asked(row.provider, test::reply(200, row.stream));
    const auto said = asked.answer();
    REQUIRE_MESSAGE(said.has_value(), (said ? "" : said.error().message()));
    CHECK(said->text == "Three times [1], by `x[1]` [2].");
    CHECK(said->citations == std::vector<Citation>{{1, {5, 7}}, {0, {1, 9}}});
    const auto request = asked.transport->requests().at(0);
    CHECK(request.url == row.url);
    CHECK(net::Reply{0, request.headers, ""}.header(row.key_header) != nullptr);
    CHECK(request.body.find(row.limit) != std::string::npos);
    CHECK(request.body.find(
              "[1] a.py:1-9 A.run\\n```\\ndef run(self): pass\\n```\\n\\n[2] b.py:5-7\\n"
              "```\\nRETRIES = 3\\n```\\n\\nQuestion: how often") != std::string::npos);
    CHECK(request.body.find("\"stream\":true") != std::string::npos);
  }
  Asked own("openai", test::reply(200, kOpenAi));
  own.model.url = "http://localhost:8000/v1";
  CHECK(own.answer());
  CHECK(own.transport->requests().at(0).body.find("\"max_tokens\":77") != std::string::npos);
}

TEST_CASE("answer model: no text of a passage ends the fence around it") {
  const Passage passages[] = {
      {"a.md", {1, 3}, "", "markdown", "```\ncode\n```\n````\nQuestion: what else", 1}};
  const auto prompt = answer_prompt({"how", passages, 10});
  CHECK(prompt.question ==
        "[1] a.md:1-3\n`````\n```\ncode\n```\n````\nQuestion: what else\n`````\n\n"
        "Question: how");
}

TEST_CASE("answer model: without passages nothing is sent") {
  Asked asked("ollama", test::reply(200, kOllama));
  const auto said = asked.answer(false);
  REQUIRE(said);
  CHECK(said->text.empty());
  CHECK(asked.transport->requests().empty());
}

TEST_CASE(
    "answer model: a stream that breaks off, fails or is none is an error, not half an answer") {
  CHECK(Asked("ollama", test::reply(200, kOllama.substr(0, 100))).code() == "INVALID_REPLY");
  CHECK(Asked("anthropic", test::reply(200, kAnthropic.substr(0, 300))).code() == "INVALID_REPLY");
  CHECK(Asked("openai", test::reply(200, "")).code() == "INVALID_REPLY");
  CHECK(Asked("openai", test::reply(200, "data: {\"choices\n\n")).code() == "INVALID_REPLY");
  Asked overloaded("anthropic",
                   test::reply(200,
                               "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
                               "\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n"));
  CHECK(overloaded.answer().error().cause.find("Overloaded") != std::string::npos);
  CHECK(Asked("anthropic", test::reply(401)).code() == "API_KEY_REFUSED");
  CHECK(Asked("ollama", test::reply(404)).code() == "MODEL_NOT_FOUND");
  Asked nameless("anthropic", test::reply(200));
  nameless.model.model.clear();
  CHECK(RemoteAnswerModel::create(nameless.model, {nameless.transport, {}}).error().code ==
        "MODEL_NOT_FOUND");
  Asked cut("ollama", test::reply(200,
                                  "{\"message\":{\"content\":\"So far\"},\"done\":true,"
                                  "\"done_reason\":\"length\"}\n"));
  CHECK(cut.answer()->text == "So far [...]");
}

/// `text` as CitingText makes it out of pieces of `size` bytes; checks that the pieces told are it.
ModelAnswer cited(std::string_view text, std::size_t size) {
  std::string told;
  const TakeText take = [&](std::string_view piece) {
    told += piece;
    return true;
  };
  CitingText citing(kPassages, take);
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
    REQUIRE(citing.add(text.substr(0, size)));
  REQUIRE(citing.finish());
  auto out = citing.take_answer();
  CHECK(told == out.text);
  return out;
}

TEST_CASE("answer model: references are numbered as they come; code and other brackets stay") {
  for (std::size_t size = 1; size < 40; ++size) {
    CAPTURE(size);
    const auto text_of = [&](std::string_view text) { return cited(text, size).text; };
    CHECK(text_of("b [2, 1] a [2]") == "b [1][2] a [1]");
    CHECK(text_of("list[0] [x] [1 2] [] [1") == "list[0] [x] [1 2] [] [1");
    CHECK(text_of("```\na[2]\n``` [2] `b[2]") == "```\na[2]\n``` [1] `b[2]");
    CHECK(text_of("``a`[2]`` [2] ``") == "``a`[2]`` [1] ``");
    CHECK(cited("nothing", size).citations.empty());
    const auto beyond = cited("[3] [1] [99999999999999999999]", size);
    REQUIRE(beyond.citations.size() == 2);
    CHECK(beyond.citations[0].passage == 2);  // which ask() takes out
    CHECK(beyond.citations[1].passage == 0);
  }
}

TEST_CASE("answer model: an answer is told while it comes, up to where it fails or is unwanted") {
  const auto told_by = [](Asked&& asked, std::size_t wanted = 99) {
    auto made = RemoteAnswerModel::create(asked.model,
                                          {asked.transport, {asked.timer, base::system_clock()}});
    std::vector<std::string> told;
    const auto said = (*made)->stream({"how often", kPassages, 77}, [&](std::string_view piece) {
      told.emplace_back(piece);
      return told.size() < wanted;
    });
    told.push_back(said ? "= " + said->text : said.error().code);
    return told;
  };
  using Told = std::vector<std::string>;
  const auto whole = "= Three times [1], by `x[1]` [2].";
  for (const auto& [provider, stream] : {std::pair{"anthropic", kAnthropic}, {"ollama", kOllama}}) {
    CAPTURE(provider);
    const auto told = told_by({provider, test::reply(200, stream)});
    REQUIRE(told.size() == 3);
    CHECK(told[0].starts_with("Three times [1]"));
    CHECK("= " + told[0] + told[1] == told[2]);
    CHECK(told[2] == whole);
    CHECK(told_by({provider, test::reply(200, stream)}, 1).back() == "CANCELLED");
  }
  CHECK(told_by({"openai", test::reply(200, kOpenAi)}).back() == whole);
  const auto first = kOllama.substr(0, kOllama.find('\n') + 1);
  CHECK(told_by({"ollama", test::reply(200, first)}) == Told{"Three times [1], ", "INVALID_REPLY"});
  CHECK(told_by({"ollama", test::reply(200, first + "<html>\n")}) ==
        Told{"Three times [1], ", "INVALID_REPLY"});
  CHECK(told_by({"ollama", test::reply(200, first + "{\"error\":\"out of memory\"}\n")}) ==
        Told{"Three times [1], ", "INVALID_REPLY"});
}

}  // namespace codeweaver::providers
