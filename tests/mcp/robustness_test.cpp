// Messages of every kind, and cancellations at every moment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <atomic>
#include <random>
#include <thread>

#include "base/workers.hpp"
#include "client.hpp"
#include "json/integer.hpp"

namespace codeweaver::mcp {
namespace {

Server small_server() {
  Server server({"test", "Test", "1", "Be careful."}, {.page_size = 1, .max_tasks = 20});
  Tool tool;
  tool.name = "a";
  tool.tasks = TaskSupport::kOptional;
  tool.input_schema = parsed(R"({"type":"object","properties":{"x":{"type":"integer"}}})");
  tool.call = [](const json::Value&, const RequestContext& context) -> ToolResult {
    context.progress(1);
    context.log("error", json::Array{1, "two"});
    const auto question = elicit("k", "K?", json::Object{});
    if (context.client_has("elicitation") && context.elicited(question) == nullptr)
      return ToolResult::needs({question}, "s");
    return {"done", std::nullopt, false};
  };
  server.add(tool);
  server.add(ResourceTemplate{.uri_template = "t://{+path}",
                              .name = "t",
                              .read = [](const std::string& uri, const UriVariables&,
                                         const RequestContext&) -> Result<ResourceResult> {
                                ResourceResult out;
                                out.contents.push_back({uri, "", "x"});
                                return out;
                              }});
  server.add(
      Prompt{.name = "p",
             .arguments = {{.name = "x"}},
             .get = [](const PromptArguments&, const RequestContext&) -> Result<PromptResult> {
               return PromptResult{};
             }});
  return server;
}

/// JSON-RPC 2.0, as far as a client of the protocol depends on it.
void check_form(const json::Value& message) {
  const auto text = json::dump(message);
  CAPTURE(text);
  if (message.is_array()) {
    CHECK(!message.if_array()->empty());
    for (const auto& part : *message.if_array()) check_form(part);
    return;
  }
  CHECK(text_of(message.find("jsonrpc")) == "2.0");
  const auto* id = message.find("id");
  CHECK((id == nullptr || id->is_string() || json::as_integer(*id).has_value()));
  if (const auto* method = message.find("method"); method != nullptr) {
    CHECK(method->is_string());
    CHECK(message.find("params")->is_object());
  } else if (const auto* error = message.find("error"); error != nullptr) {
    CHECK(error->find("code")->if_integer() != nullptr);
    CHECK(error->find("message")->is_string());
    CHECK(message.find("result") == nullptr);
  } else {
    CHECK(message.find("result")->is_object());
    CHECK(id != nullptr);
  }
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  json::Value message() {
    if (roll(20) == 0) return any(3);
    if (roll(15) == 0) return json::Array{message(), message()};
    json::Value out = json::Object{{"jsonrpc", "2.0"}};
    if (roll(8) > 0) out.set("id", roll(10) == 0 ? any(1) : json::Value(++last_id_));
    out.set("method", roll(20) == 0 ? any(1) : json::Value(pick(kMethods)));
    if (roll(10) > 0) out.set("params", roll(15) == 0 ? any(2) : params());
    if (roll(25) == 0) out.set("result", any(2));
    return out;
  }

 private:
  static constexpr std::array<std::string_view, 22> kMethods = {"initialize",
                                                                "ping",
                                                                "logging/setLevel",
                                                                "server/discover",
                                                                "tools/list",
                                                                "tools/call",
                                                                "resources/list",
                                                                "resources/templates/list",
                                                                "resources/read",
                                                                "resources/subscribe",
                                                                "resources/unsubscribe",
                                                                "prompts/list",
                                                                "prompts/get",
                                                                "completion/complete",
                                                                "subscriptions/listen",
                                                                "tasks/get",
                                                                "tasks/cancel",
                                                                "tasks/update",
                                                                "tasks/result",
                                                                "tasks/list",
                                                                "notifications/cancelled",
                                                                "nope"};
  static constexpr std::array<std::string_view, 22> kKeys = {
      "name",          "uri",
      "cursor",        "arguments",
      "level",         "protocolVersion",
      "capabilities",  "ref",
      "argument",      "type",
      "value",         "context",
      "notifications", "toolsListChanged",
      "taskIds",       "resourceSubscriptions",
      "taskId",        "inputResponses",
      "requestState",  "task",
      "requestId",     "x"};
  static constexpr std::array<std::string_view, 12> kTexts = {
      "a",          "p",          "t://x", "t://{+path}", "ref/prompt", "ref/resource",
      "2025-03-26", "2025-11-25", "debug", "path",        "",           "\xF0\x9F\x98\x80"};

  unsigned roll(unsigned sides) { return static_cast<unsigned>(random_()) % sides; }
  template <class List>
  std::string_view pick(const List& list) {
    return list[roll(static_cast<unsigned>(list.size()))];
  }

  json::Value any(int depth) {
    switch (roll(depth > 0 ? 8 : 5)) {
      case 0:
        return {};
      case 1:
        return roll(2) == 0;
      case 2:
        return static_cast<int>(roll(30)) - 5;
      case 3:
        return roll(100) / 7.0;
      case 4:
        return pick(kTexts);
      case 5: {
        json::Value out = json::Array{};
        for (unsigned i = roll(4); i > 0; --i) out.push_back(any(depth - 1));
        return out;
      }
      default: {
        json::Value out = json::Object{};
        for (unsigned i = roll(4); i > 0; --i) out.set(pick(kKeys), any(depth - 1));
        return out;
      }
    }
  }

  json::Value params() {
    json::Value out = json::Object{};
    for (unsigned i = roll(5); i > 0; --i) out.set(pick(kKeys), any(3));
    if (roll(2) == 0) out.set("name", roll(2) == 0 ? "a" : "p");
    if (roll(3) > 0) {
      json::Value meta = json::Object{};
      if (roll(8) > 0) meta.set(kVersionKey, roll(10) == 0 ? any(1) : json::Value(kModernVersion));
      if (roll(8) > 0)
        meta.set(
            kClientCapabilitiesKey,
            roll(3) == 0
                ? any(3)
                : parsed(
                      R"({"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})"));
      if (roll(4) == 0) meta.set(kLogLevelKey, any(1));
      if (roll(2) == 0) meta.set("progressToken", any(1));
      out.set("_meta", roll(20) == 0 ? any(2) : meta);
    }
    return out;
  }

  std::mt19937 random_;
  int last_id_ = 0;
};

TEST_CASE("mcp: whatever comes in, what goes out is valid JSON-RPC, and nothing stays open") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Generator generator(seed);
    auto server = small_server();
    Client client(server);
    for (int i = 0; i < 150; ++i) {
      const auto message = generator.message();
      const auto text = json::dump(message);
      CAPTURE(text);
      client.connection->receive(message);
      // Over the wire and back nothing changes.
      client.connection->receive(parsed(text));
    }
    server.close();  // ends what listens and what waits for tasks
    client.connection->close();
    for (const auto& message : client.inbox().all()) check_form(message);
    CHECK(client.connection->running() == 0);
  }
}

TEST_CASE("mcp: a cancellation at any moment leaves one answer or none, and nothing after it") {
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "busy";
  tool.call = [](const json::Value&, const RequestContext& context) {
    for (int i = 0; i < 20 && !context.stop().stop_requested(); ++i) context.progress(i);
    return ToolResult{"done", std::nullopt, false};
  };
  server.add(tool);
  base::Workers workers(3);
  Client client(server, {.run = [&](std::function<void()> work) { workers.run(std::move(work)); }});
  for (int round = 0; round < 300; ++round) {
    const auto stream = std::make_shared<Inbox>();
    const json::Value id = round;
    client.connection->receive(
        make_request(id, "tools/call",
                     modern_params(R"("name":"busy","_meta":{"progressToken":1})")),
        [stream](const json::Value& message) { stream->take(message); });
    if (round % 3 > 0) std::this_thread::yield();
    client.connection->cancel(id);
    const auto sent = stream->all();
    client.connection->cancel(id);
    CHECK(stream->all().size() == sent.size());
    for (std::size_t i = 0; i + 1 < sent.size(); ++i) CHECK(is_notification(sent[i]));
  }
  client.connection->close();
  workers.close();
  CHECK(client.connection->running() == 0);
}

TEST_CASE("mcp: an id that is being answered is refused, and free again after") {
  std::function<void(ToolResult)> finish;
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "later";
  tool.start = [&](const json::Value&, const RequestContext&,
                   std::function<void(ToolResult)> done) { finish = std::move(done); };
  server.add(tool);
  Client client(server);
  const auto call = make_request("x", "tools/call", modern_params(R"("name":"later")"));
  client.connection->receive(call);
  client.connection->receive(call);
  CHECK(error_code(client.inbox().all().at(0)) == kInvalidRequest);
  finish({"done", std::nullopt, false});
  client.connection->receive(call);
  CHECK(client.inbox().all().size() == 2);
  client.connection->cancel("x");
  client.connection->receive(call);
  CHECK(client.connection->running() == 1);
}

TEST_CASE("mcp: more requests at once than allowed are refused, not kept") {
  std::vector<std::function<void(ToolResult)>> waiting;
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "later";
  tool.start = [&](const json::Value&, const RequestContext&,
                   std::function<void(ToolResult)> done) { waiting.push_back(std::move(done)); };
  server.add(tool);
  Client client(server, {.max_running = 3});
  for (int i = 0; i < 5; ++i) client.begin("tools/call", modern_params(R"("name":"later")"));
  CHECK(waiting.size() == 3);
  CHECK(client.inbox().all().size() == 2);
  CHECK(error_code(client.inbox().all()[0]) == kInternalError);
  waiting[0]({"done", std::nullopt, false});
  CHECK(client.modern("tools/list").find("error") == nullptr);
}

TEST_CASE("mcp: handlers that outlive their connection and server answer nobody") {
  std::function<void(ToolResult)> finish;
  RequestContext context;
  {
    Server server({"test", "Test", "1", ""});
    Tool tool;
    tool.name = "later";
    tool.start = [&](const json::Value&, const RequestContext& given,
                     std::function<void(ToolResult)> done) {
      finish = std::move(done);
      context = given;
    };
    server.add(tool);
    Client client(server);
    client.begin("tools/call", modern_params(R"("name":"later")"));
  }
  CHECK(context.stop().stop_requested());
  context.progress(1);
  context.log("error", "late");
  finish({"late", std::nullopt, false});
}

}  // namespace
}  // namespace codeweaver::mcp
