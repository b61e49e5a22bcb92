// Handlers that ask the client: requests in the legacy era, results in the stateless one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/input.hpp"

#include <doctest/doctest.h>

#include "client.hpp"
#include "mcp/sealed_state.hpp"

namespace codeweaver::mcp {
namespace {

InputRequest ask_name() {
  return elicit("name", "Who?",
                parsed(R"({"type":"object","properties":{"name":{"type":"string"}},)"
                       R"("required":["name"]})"));
}

/// Asks for a name, then for a greeting by the model, and remembers the number of rounds.
ToolResult greet(const json::Value&, const RequestContext& context) {
  const auto* name = context.elicited(ask_name());
  if (name == nullptr) return ToolResult::needs({ask_name()}, "1");
  if (text_of(name->find("action")) != "accept") return {"nobody", std::nullopt, true};
  const auto* greeting = context.sampled("greeting");
  if (greeting == nullptr)
    return ToolResult::needs({sample("greeting", parsed(R"({"messages":[],"maxTokens":5})"))},
                             std::string(context.state()) + "2");
  return {text_of(greeting->find("content")->find("text")) + ", " +
              text_of(name->find("content")->find("name")) + " after " +
              std::string(context.state()),
          std::nullopt, false};
}

Server input_server() {
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "greet";
  tool.call = greet;
  server.add(tool);
  tool.name = "ask";  // one question, nothing to remember
  tool.call = [](const json::Value&, const RequestContext& context) -> ToolResult {
    if (const auto* name = context.elicited(ask_name()); name != nullptr)
      return {text_of(name->find("content")->find("name")), std::nullopt, false};
    return ToolResult::needs({ask_name()});
  };
  server.add(tool);
  tool.name = "roots";
  tool.call = [](const json::Value&, const RequestContext& context) -> ToolResult {
    if (const auto* roots = context.roots("roots"); roots != nullptr)
      return {json::dump(*roots->find("roots")), std::nullopt, false};
    return ToolResult::needs({list_roots("roots"), elicit_url("page", "Log in", "https://a.b")});
  };
  server.add(tool);
  return server;
}

constexpr auto kAll = R"({"sampling":{},"elicitation":{"form":{},"url":{}},"roots":{}})";
constexpr auto kName = R"("inputResponses":{"name":{"action":"accept","content":{"name":"Ada"}}})";
constexpr auto kGreeting =
    R"("inputResponses":{"greeting":{"role":"assistant","model":"m","content":{"type":"text","text":"Hi"}}})";

std::string state_in(const json::Value& reply) {
  return R"(,"requestState":")" + text_of(&at(reply, {"result", "requestState"})) + '"';
}

TEST_CASE("mcp: SipHash-2-4-128 gives the values of its reference implementation") {
  const std::array<std::uint64_t, 2> key{0x0706050403020100U, 0x0f0e0d0c0b0a0908U};
  // vectors_sip128 of the reference: for no byte, and for the bytes 0 to 14.
  CHECK(siphash(key, "") == std::array<std::uint64_t, 2>{0xe6a825ba047f81a3U, 0x930255c71472f66dU});
  std::string bytes;
  for (char c = 0; c < 15; ++c) bytes += c;
  CHECK(siphash(key, bytes) ==
        std::array<std::uint64_t, 2>{0x11a8b03399e99354U, 0xd9c3cf970fec087eU});
}

TEST_CASE("mcp: in the stateless era the questions are the result, and the answers come along") {
  Client client(input_server());
  const auto first = client.modern("tools/call", R"("name":"greet")", kAll);
  CHECK(at(first, {"result", "resultType"}) == json::Value("input_required"));
  CHECK(at(first, {"result", "inputRequests", "name", "method"}) ==
        json::Value("elicitation/create"));
  const auto second = client.modern(
      "tools/call", R"("name":"greet",)" + std::string(kName) + state_in(first), kAll);
  CHECK(at(second, {"result", "inputRequests", "greeting", "method"}) ==
        json::Value("sampling/createMessage"));
  const auto third = client.modern(
      "tools/call", R"("name":"greet",)" + std::string(kGreeting) + state_in(second), kAll);
  CHECK(at(third, {"result", "resultType"}) == json::Value("complete"));
  CHECK(first_text(third) == "Hi, Ada after 12");
}

TEST_CASE(
    "mcp: answers that are missing, wrong in form or unknown are asked for again or ignored") {
  Client client(input_server());
  const auto ask = [&](std::string_view responses) {
    return client.modern("tools/call", R"("name":"ask","inputResponses":)" + std::string(responses),
                         kAll);
  };
  for (const auto* responses :
       {R"({})", R"({"other":{"action":"accept"}})", R"({"name":{"action":"perhaps"}})",
        R"({"name":{}})", R"({"name":{"action":"accept","content":[]}})",
        R"({"name":{"action":"accept"}})", R"({"name":{"action":"accept","content":{}}})",
        R"({"name":{"action":"accept","content":{"name":5}}})",
        R"({"name":{"action":"accept","content":{"nickname":"Bo"}}})"}) {
    const auto reply = ask(responses);
    CHECK_MESSAGE(at(reply, {"result", "resultType"}) == json::Value("input_required"), responses);
  }
  for (const auto* responses : {"null", "[]", R"({"name":5})"})
    CHECK_MESSAGE(error_code(ask(responses)) == kInvalidParams, responses);
  const auto plain = client.modern("tools/call", R"("name":"ask")", kAll);
  CHECK(at(plain, {"result"}).find("requestState") == nullptr);  // nothing to remember
  CHECK(first_text(ask(R"({"x":{},"name":{"action":"accept","content":{"name":"Bo"}}})")) == "Bo");
}

TEST_CASE("mcp: a state that is changed anywhere, foreign or of another request is refused") {
  const auto server = input_server();
  Client client(server);
  const auto first = client.modern("tools/call", R"("name":"greet","arguments":{"a":1})", kAll);
  const auto state = text_of(&at(first, {"result", "requestState"}));
  const auto retry = [&](const std::string& given, std::string_view arguments = R"({"a":1})",
                         std::string_view name = "greet") {
    return client.modern("tools/call",
                         R"("name":")" + std::string(name) + R"(","arguments":)" +
                             std::string(arguments) + "," + kName + R"(,"requestState":)" +
                             json::dump(json::Value(given)),
                         kAll);
  };
  CHECK(retry(state).find("error") == nullptr);
  CHECK(retry(state).find("error") == nullptr);  // no session: it may come again
  CHECK(error_code(retry(state + "-TAMPERED")) == kInvalidParams);
  CHECK(error_code(retry(state, R"({"a":2})")) == kInvalidParams);
  CHECK(error_code(retry(state, R"({"a":1})", "ask")) == kInvalidParams);
  CHECK(error_code(retry("")) == kInvalidParams);
  CHECK(error_code(client.modern("tools/call", R"("name":"greet","requestState":7)", kAll)) ==
        kInvalidParams);
  for (std::size_t i = 0; i < state.size(); ++i) {
    auto changed = state;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    CHECK(error_code(retry(changed)) == kInvalidParams);
    CHECK(error_code(retry(state.substr(0, i))) == kInvalidParams);
  }
  Client other(input_server());  // another process has another key
  CHECK(error_code(other.modern("tools/call",
                                R"("name":"greet","arguments":{"a":1})" + state_in(first), kAll)) ==
        kInvalidParams);
  Server hasty({"test", "Test", "1", ""}, {.state_ttl = std::chrono::milliseconds(-1)});
  Tool tool;
  tool.name = "greet";
  tool.call = greet;
  hasty.add(tool);
  Client late(hasty);
  const auto old = late.modern("tools/call", R"("name":"greet")", kAll);
  CHECK(error_code(late.modern("tools/call", R"("name":"greet")" + state_in(old), kAll)) ==
        kInvalidParams);
}

TEST_CASE("mcp: what the client has not declared is not asked of it") {
  Client client(input_server());
  const auto reply = client.modern("tools/call", R"("name":"ask")", R"({"sampling":{}})");
  CHECK(error_code(reply) == kMissingCapability);
  CHECK(at(reply, {"error", "data", "requiredCapabilities", "elicitation"}).is_object());
  const auto url =
      client.modern("tools/call", R"("name":"roots")", R"({"roots":{},"elicitation":{}})");
  CHECK(at(url, {"error", "data", "requiredCapabilities", "elicitation", "url"}).is_object());
  CHECK(error_code(client.modern("tools/call", R"("name":"ask")",
                                 R"({"elicitation":{"url":{}}})")) == kMissingCapability);
  CHECK(client.modern("tools/call", R"("name":"ask")", R"({"elicitation":{}})").find("error") ==
        nullptr);
  client.initialize("2025-11-25", R"({"sampling":{}})");
  CHECK(error_code(client.legacy("tools/call", R"("name":"ask")")) == kInvalidRequest);
}

TEST_CASE("mcp: in the legacy era the questions are requests on the stream of the call") {
  Client client(input_server());
  client.initialize("2025-11-25", kAll);
  Inbox stream;
  client.connection->receive(make_request(50, "tools/call", parsed(R"({"name":"greet"})")),
                             [&](const json::Value& message) { stream.take(message); });
  const auto answer = [&](const json::Value& question, std::string_view result) {
    client.connection->receive(make_result(at(question, {"id"}), parsed(result)));
  };
  REQUIRE(stream.all().size() == 1);
  CHECK(at(stream.all()[0], {"params", "message"}) == json::Value("Who?"));
  answer(stream.all()[0], R"({"action":"perhaps"})");  // no answer in form: asked again
  REQUIRE(stream.all().size() == 2);
  answer(stream.all()[1], R"({"action":"accept","content":{"name":"Ada"}})");
  answer(stream.all()[1], R"({"action":"accept","content":{"name":"Eve"}})");  // too late
  REQUIRE(stream.all().size() == 3);
  CHECK(text_of(stream.all()[2].find("method")) == "sampling/createMessage");
  answer(stream.all()[2],
         R"({"role":"assistant","model":"m","content":{"type":"text","text":"Hi"}})");
  REQUIRE(stream.all().size() == 4);
  CHECK(first_text(stream.all()[3]) == "Hi, Ada after 12");
}

TEST_CASE("mcp: several questions of the legacy era are put at once; a refusal ends the call") {
  Client client(input_server());
  client.initialize("2025-11-25", kAll);
  const auto ask = [&] {
    const auto from = client.inbox().all().size();
    const auto id = client.begin("tools/call", parsed(R"({"name":"roots"})"));
    const auto all = client.inbox().all();
    REQUIRE(all.size() == from + 2);
    return std::tuple{id, all[from], all[from + 1]};
  };
  auto [id, roots, page] = ask();
  CHECK(!text_of(at(page, {"params"}).find("elicitationId")).empty());
  client.connection->receive(make_result(at(page, {"id"}), parsed(R"({"action":"accept"})")));
  client.connection->receive(
      make_result(at(roots, {"id"}), parsed(R"({"roots":[{"uri":"file:///a"}]})")));
  CHECK(first_text(client.inbox().response(id)).find("file:///a") != std::string::npos);

  std::tie(id, roots, page) = ask();
  client.connection->receive(make_error(at(roots, {"id"}), {-1, "not today"}));
  client.connection->receive(make_result(at(page, {"id"}), parsed(R"({"action":"accept"})")));
  const auto reply = client.inbox().response(id);
  CHECK(error_code(reply) == kInternalError);
  CHECK(text_of(&at(reply, {"error", "message"})).find("not today") != std::string::npos);
}

TEST_CASE("mcp: a client that tells of new roots is asked for them once, and after each change") {
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "roots";
  tool.call = [](const json::Value&, const RequestContext& context) -> ToolResult {
    if (const auto* roots = context.roots("r"); roots != nullptr)
      return {json::dump(*roots->find("roots")), std::nullopt, false};
    if (!context.state().empty()) return {"none", std::nullopt, false};
    auto question = list_roots("r");
    question.is_optional = true;
    return ToolResult::needs({question}, "asked");
  };
  server.add(tool);
  const auto answer = [](Client& client, std::string_view roots) {
    const auto id = client.begin("tools/call", parsed(R"({"name":"roots"})"));
    const auto all = client.inbox().all();
    if (is_request(all.back()))
      client.connection->receive(roots.empty()
                                     ? make_error(at(all.back(), {"id"}), {-32601, "no"})
                                     : make_result(at(all.back(), {"id"}), parsed(roots)));
    return first_text(client.inbox().response(id));
  };
  Client telling(server);
  telling.initialize("2025-11-25", R"({"roots":{"listChanged":true}})");
  CHECK(answer(telling, R"({"roots":["a"]})") == R"(["a"])");
  CHECK(answer(telling, "") == R"(["a"])");
  CHECK(telling.inbox().count("roots/list") == 1);
  telling.send(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})");
  CHECK(answer(telling, R"({"roots":["b"]})") == R"(["b"])");
  CHECK(telling.inbox().count("roots/list") == 2);

  Client silent(server);
  silent.initialize("2025-11-25", R"({"roots":{}})");
  CHECK(answer(silent, R"({"roots":["a"]})") == R"(["a"])");
  CHECK(answer(silent, R"({"roots":["b"]})") == R"(["b"])");
  CHECK(answer(silent, "") == "none");                // refused: the call goes on without
  CHECK(answer(silent, R"({"roots":7})") == "none");  // as where the answer is in no form
}

TEST_CASE(
    "mcp: a client that never answers for its roots is waited for once; a late answer counts") {
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "roots";
  tool.call = [](const json::Value&, const RequestContext& context) -> ToolResult {
    if (const auto* roots = context.roots("r"); roots != nullptr)
      return {json::dump(*roots->find("roots")), std::nullopt, false};
    if (!context.state().empty())
      return {context.is_late("r") ? "late" : "none", std::nullopt, false};
    auto question = list_roots("r");
    question.is_optional = true;
    question.patience = std::chrono::milliseconds(1);
    return ToolResult::needs({question}, "asked");
  };
  server.add(tool);
  for (const auto* capabilities : {R"({"roots":{}})", R"({"roots":{"listChanged":true}})"}) {
    Client client(server);
    client.initialize("2025-11-25", capabilities);
    const auto call = [&] {
      const auto id = client.begin("tools/call", parsed(R"({"name":"roots"})"));
      return first_text(client.inbox().response(id));
    };
    CHECK(call() == "late");
    const auto question =
        client.inbox().wait_for([](const json::Value& sent) { return is_request(sent); });
    CHECK(call() == "none");  // at once: the question is still out
    CHECK(client.inbox().count("roots/list") == 1);
    client.connection->receive(make_result(at(question, {"id"}), parsed(R"({"roots":["a"]})")));
    CHECK(call() == R"(["a"])");
    CHECK(client.inbox().count("roots/list") == 1);
    client.send(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})");
    CHECK(call() == "late");
    CHECK(client.inbox().count("roots/list") == 2);
  }
}

TEST_CASE("mcp: a question with patience that must be answered fails its call") {
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "ask";
  tool.call = [](const json::Value&, const RequestContext&) -> ToolResult {
    auto question = ask_name();
    question.patience = std::chrono::milliseconds(1);
    return ToolResult::needs({question});
  };
  server.add(tool);
  Client client(server);
  client.initialize("2025-11-25", kAll);
  const auto id = client.begin("tools/call", parsed(R"({"name":"ask"})"));
  const auto reply = client.inbox().response(id);
  CHECK(error_code(reply) == kInternalError);
  CHECK(text_of(&at(reply, {"error", "message"})).find("in time") != std::string::npos);
}

TEST_CASE("mcp: the questions of a cancelled call are withdrawn") {
  Client client(input_server());
  client.initialize("2025-11-25", kAll);
  const auto id = client.begin("tools/call", parsed(R"({"name":"ask"})"));
  const auto question = client.inbox().named("elicitation/create");
  client.connection->cancel(id);
  CHECK(at(client.inbox().named("notifications/cancelled"), {"params", "requestId"}) ==
        at(question, {"id"}));
  const auto sent = client.inbox().all().size();
  client.connection->receive(
      make_result(at(question, {"id"}), parsed(R"({"action":"accept","content":{"name":"x"}})")));
  CHECK(client.inbox().all().size() == sent);
}

TEST_CASE("mcp: a legacy client that never answers in form is given up") {
  Client client(input_server());
  client.initialize("2025-11-25", kAll);
  const auto id = client.begin("tools/call", parsed(R"({"name":"ask"})"));
  for (std::size_t seen = 0; client.connection->running() > 0;) {
    const auto all = client.inbox().all();
    for (; seen < all.size(); ++seen)
      if (is_request(all[seen]))
        client.connection->receive(make_result(at(all[seen], {"id"}), json::Object{}));
  }
  CHECK(error_code(client.inbox().response(id)) == kInternalError);
}

TEST_CASE("mcp: prompts and resources may ask as well") {
  Server server({"test", "Test", "1", ""});
  server.add(Prompt{
      .name = "p",
      .get = [](const PromptArguments&, const RequestContext& context) -> Result<PromptResult> {
        PromptResult out;
        if (context.elicited(ask_name()) == nullptr) out.input = InputNeeded{{ask_name()}};
        return out;
      }});
  server.add(Resource{.uri = "test://r",
                      .name = "r",
                      .read = [](const RequestContext& context) -> Result<ResourceResult> {
                        ResourceResult out;
                        if (context.elicited(ask_name()) == nullptr)
                          out.input = InputNeeded{{ask_name()}};
                        return out;
                      }});
  Client client(server);
  for (const auto& [method, params] : {std::pair{"prompts/get", R"("name":"p")"},
                                       std::pair{"resources/read", R"("uri":"test://r")"}}) {
    const auto first = client.modern(method, params, kAll);
    CHECK(at(first, {"result", "resultType"}) == json::Value("input_required"));
    CHECK(at(first, {"result"}).find("ttlMs") == nullptr);
    const auto second = client.modern(method, std::string(params) + "," + kName, kAll);
    CHECK(at(second, {"result", "resultType"}) == json::Value("complete"));
  }
}

}  // namespace
}  // namespace codeweaver::mcp
