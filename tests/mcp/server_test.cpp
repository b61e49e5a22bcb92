// Tests of the MCP server: version negotiation, tools, protocol errors, in both eras.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/server.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "client.hpp"

namespace codeweaver::mcp {
namespace {

Tool echo_tool() {
  Tool tool;
  tool.name = "echo";
  tool.title = "Echo";
  tool.description = "Says it back.";
  tool.input_schema = parsed(R"({"type":"object","properties":{
      "text":{"type":"string"},"times":{"type":"integer","minimum":1,"maximum":3},
      "mode":{"type":"string","enum":["loud","quiet"]},
      "tags":{"type":"array","items":{"type":"string"}}},
      "required":["text"],"additionalProperties":false})");
  tool.call = [](const json::Value& arguments, const RequestContext& context) {
    context.progress(1, 2, "half");
    context.progress(1, 2, "still half");
    context.log("warning", "careful");
    context.log("debug", "detail");
    ToolResult result;
    result.text = *arguments.find("text")->if_string();
    result.structured = json::Object{{"text", result.text}};
    return result;
  };
  return tool;
}

Server echo_server() {
  Server server({"test", "Test", "1.2.3", "Use echo."});
  server.add(echo_tool());
  return server;
}

TEST_CASE("mcp: initialize answers the asked version, or the newest for an unknown one") {
  const auto server = echo_server();
  for (const auto& [asked, answered] :
       {std::pair{"2025-11-25", "2025-11-25"}, std::pair{"2025-06-18", "2025-06-18"},
        std::pair{"2025-03-26", "2025-03-26"}, std::pair{"2024-11-05", "2024-11-05"},
        std::pair{"1999-01-01", "2025-11-25"}}) {
    Client client(server);
    CHECK(!client.connection->is_initialized());
    const auto reply = client.initialize(asked);
    CHECK(at(reply, {"result", "protocolVersion"}) == json::Value(answered));
    CHECK(at(reply, {"result", "serverInfo", "version"}) == json::Value("1.2.3"));
    CHECK(at(reply, {"result", "instructions"}) == json::Value("Use echo."));
    CHECK(client.connection->version() == answered);
  }
  Client client(server);
  CHECK(error_code(client.legacy("initialize")) == kInvalidParams);
  CHECK(error_code(client.legacy("initialize", R"("protocolVersion":5)")) == kInvalidParams);
}

TEST_CASE("mcp: the stateless era is told by _meta, and its results say they are complete") {
  Client client(echo_server());
  const auto found = client.modern("server/discover");
  CHECK(at(found, {"result", "resultType"}) == json::Value("complete"));
  CHECK(item(at(found, {"result", "supportedVersions"}), 0) == json::Value("2026-07-28"));
  CHECK(at(found, {"result", "capabilities", "tools"}).is_object());
  CHECK(at(found, {"result", "capabilities"}).find("prompts") == nullptr);
  const auto list = client.modern("tools/list");
  CHECK(at(list, {"result", "ttlMs"}).if_integer() != nullptr);
  CHECK(at(list, {"result", "cacheScope"}) == json::Value("public"));
  CHECK(at(list, {"result", "_meta", "io.modelcontextprotocol/serverInfo", "name"}) ==
        json::Value("test"));
  const auto old = client.legacy("tools/list");
  CHECK(at(old, {"result"}).find("resultType") == nullptr);
  CHECK(at(old, {"result"}).find("ttlMs") == nullptr);
}

TEST_CASE("mcp: notices of changed lists are promised only where lists can change") {
  for (const bool is_changing : {true, false}) {
    Server server({"test", "Test", "1", ""}, {.has_changing_lists = is_changing});
    server.add(echo_tool());
    server.add(Prompt{.name = "a"});
    server.add(Resource{.uri = "test://a", .name = "a"});
    Client client(server);
    for (const auto& reply : {client.modern("server/discover"), client.initialize()}) {
      const auto& offered = at(reply, {"result", "capabilities"});
      for (const auto* kind : {"tools", "prompts", "resources"}) {
        CAPTURE(kind);
        CHECK(at(offered, {kind}).is_object());
        CHECK((at(offered, {kind}).find("listChanged") != nullptr) == is_changing);
      }
      CHECK(at(offered, {"resources", "subscribe"}) == json::Value(true));
    }
    Inbox stream;
    client.connection->receive(
        make_request("sub", "subscriptions/listen",
                     modern_params(R"("notifications":{"toolsListChanged":true})")),
        [&](const json::Value& message) { stream.take(message); });
    const auto granted =
        at(stream.named("notifications/subscriptions/acknowledged"), {"params", "notifications"});
    CHECK((granted.find("toolsListChanged") != nullptr) == is_changing);
  }
}

TEST_CASE("mcp: a client may initialize after a discover, with or without the _meta of it") {
  Client client(echo_server());
  CHECK(client.modern("server/discover").find("error") == nullptr);
  CHECK(client.initialize().find("error") == nullptr);
  const auto again = client.modern("initialize", R"("protocolVersion":"2025-06-18")");
  CHECK(at(again, {"result", "protocolVersion"}) == json::Value("2025-06-18"));
  CHECK(client.connection->version() == "2025-06-18");
  CHECK(client.legacy("ping").find("error") == nullptr);
  CHECK(client.modern("tools/list").find("error") == nullptr);  // both eras at once
}

TEST_CASE("mcp: methods of one era are unknown in the other") {
  Client client(echo_server());
  for (const auto* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe",
                             "resources/unsubscribe", "tasks/result", "tasks/list", "nope"})
    CHECK_MESSAGE(error_code(client.modern(method)) == kMethodNotFound, method);
  for (const auto* method : {"server/discover", "subscriptions/listen"})
    CHECK_MESSAGE(error_code(client.legacy(method)) == kInvalidParams, method);  // no _meta
  CHECK(error_code(client.legacy("nope")) == kMethodNotFound);
  CHECK(error_code(client.legacy("prompts/list")) == kMethodNotFound);  // none were added
}

TEST_CASE("mcp: a request of the stateless era needs a version that we speak and capabilities") {
  Client client(echo_server());
  const auto refused = [&](std::string_view meta) {
    return client.legacy("tools/list", R"("_meta":)" + std::string(meta));
  };
  const auto reply = refused(
      R"({"io.modelcontextprotocol/protocolVersion":"2031-01-01","io.modelcontextprotocol/clientCapabilities":{}})");
  CHECK(error_code(reply) == kUnsupportedVersion);
  CHECK(at(reply, {"error", "data", "requested"}) == json::Value("2031-01-01"));
  CHECK(at(reply, {"error", "data", "supported"}).if_array()->size() == 5);
  for (
      const auto* meta :
      {R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"})",
       R"({"io.modelcontextprotocol/clientCapabilities":{}})",
       R"({"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}})",
       R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]})",
       R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"loud"})",
       R"([])"})
    CHECK_MESSAGE(error_code(refused(meta)) == kInvalidParams, meta);
  Client stateless(echo_server(), {.is_modern_only = true});
  CHECK(error_code(stateless.legacy("tools/list")) == kInvalidParams);
  CHECK(error_code(stateless.legacy("tools/list")) == kInvalidParams);
  CHECK(stateless.modern("tools/list").find("error") == nullptr);
}

TEST_CASE("mcp: a call returns text and structured content, progress and logs if asked") {
  Client client(echo_server());
  client.initialize();
  const auto reply = client.legacy(
      "tools/call", R"("name":"echo","arguments":{"text":"hi"},"_meta":{"progressToken":5})");
  CHECK(at(reply, {"result", "structuredContent", "text"}) == json::Value("hi"));
  CHECK(at(reply, {"result", "isError"}) == json::Value(false));
  CHECK(client.inbox().count("notifications/progress") == 1);  // it must rise
  CHECK(at(client.inbox().named("notifications/progress"), {"params", "progressToken"}) ==
        json::Value(5));
  CHECK(at(client.inbox().named("notifications/message"), {"params", "data"}) ==
        json::Value("careful"));
  CHECK(client.inbox().count("notifications/message") == 1);  // warnings and worse, until set
  CHECK(client.legacy("logging/setLevel", R"("level":"debug")").find("error") == nullptr);
  CHECK(error_code(client.legacy("logging/setLevel", R"("level":"loud")")) == kInvalidParams);
  client.legacy("tools/call", R"("name":"echo","arguments":{"text":"hi"})");
  CHECK(client.inbox().count("notifications/message") == 3);
  client.modern("tools/call", R"("name":"echo","arguments":{"text":"x"})");
  CHECK(client.inbox().count("notifications/message") == 3);  // not asked for in that request
  client.modern("tools/call",
                R"("name":"echo","arguments":{"text":"x"},
                   "_meta":{"io.modelcontextprotocol/logLevel":"info","progressToken":"p"})");
  CHECK(client.inbox().count("notifications/message") == 4);
  CHECK(client.inbox().count("notifications/progress") == 2);
}

TEST_CASE("mcp: what belongs to a request goes to its stream, the response last") {
  Client client(echo_server());
  Inbox stream;
  client.connection->receive(
      make_request("a", "tools/call", modern_params(R"("name":"echo","arguments":{"text":"x"},
                                    "_meta":{"progressToken":1})")),
      [&](const json::Value& message) { stream.take(message); });
  REQUIRE(stream.all().size() == 2);
  CHECK(is_notification(stream.all()[0]));
  CHECK(at(stream.all()[1], {"id"}) == json::Value("a"));
  CHECK(client.inbox().all().empty());
}

TEST_CASE("mcp: wrong arguments are tool errors that name what is allowed") {
  Client client(echo_server());
  for (const auto& [arguments, word] :
       {std::pair{R"({})", "\"text\" is missing"}, std::pair{R"({"text":3})", "type string"},
        std::pair{R"({"text":"a","txet":"b"})", "Unknown argument 'txet'"},
        std::pair{R"({"text":"a","times":9})", "at most 3"},
        std::pair{R"({"text":"a","mode":"shy"})", "loud"}, std::pair{R"([1])", "not an object"},
        std::pair{R"({"text":"a","tags":[1]})", "type string"}}) {
    CAPTURE(arguments);
    const auto reply =
        client.modern("tools/call", R"("name":"echo","arguments":)" + std::string(arguments));
    CHECK(at(reply, {"result", "isError"}) == json::Value(true));
    CHECK_MESSAGE(first_text(reply).find(word) != std::string::npos, first_text(reply));
  }
  const auto null_is_absent =
      client.modern("tools/call", R"("name":"echo","arguments":{"text":"a","mode":null})");
  CHECK(at(null_is_absent, {"result", "isError"}) == json::Value(false));
}

TEST_CASE("mcp: a tool that throws is an internal error, and the server goes on") {
  auto server = echo_server();
  Tool broken;
  broken.name = "broken";
  broken.call = [](const json::Value&, const RequestContext&) -> ToolResult {
    throw std::runtime_error("out of luck");
  };
  server.add(broken);
  Client client(server);
  for (const auto& reply : {client.modern("tools/call", R"("name":"broken")"),
                            client.legacy("tools/call", R"("name":"broken")")}) {
    CHECK(error_code(reply) == kInternalError);
    CHECK(text_of(reply.find("error")->find("message")).find("out of luck") != std::string::npos);
  }
  CHECK(client.legacy("ping").find("error") == nullptr);
}

TEST_CASE("mcp: a tool may answer later, from another thread") {
  std::function<void(ToolResult)> finish;
  auto server = echo_server();
  Tool later;
  later.name = "later";
  later.start = [&](const json::Value&, const RequestContext&,
                    std::function<void(ToolResult)> done) { finish = std::move(done); };
  server.add(later);
  Client client(server);
  const auto id = client.begin("tools/call", modern_params(R"("name":"later")"));
  CHECK(client.inbox().all().empty());
  CHECK(client.connection->running() == 1);
  finish({"done", std::nullopt, false});
  CHECK(first_text(client.inbox().response(id)) == "done");
  CHECK(client.connection->running() == 0);
  finish({"again", std::nullopt, false});
  CHECK(client.inbox().all().size() == 1);
}

TEST_CASE("mcp: protocol mistakes get JSON-RPC errors, notifications and responses none") {
  const auto server = echo_server();
  struct Row {
    const char* text;
    int code;
  };
  for (const auto& [text, code] :
       {Row{R"([1])", kInvalidRequest}, Row{R"([])", kInvalidRequest}, Row{"7", kInvalidRequest},
        Row{R"({"id":1,"method":"ping"})", kInvalidRequest},
        Row{R"({"jsonrpc":"1.0","id":1,"method":"ping"})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":{},"method":"ping"})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":null,"method":"ping"})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":1,"method":4})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0"})", kInvalidRequest},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"nope"})", kMethodNotFound},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", kInvalidParams},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})",
            kInvalidParams},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}})", kInvalidParams},
        Row{R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}})",
            kInvalidParams}}) {
    CAPTURE(text);
    Client client(server);
    client.send(text);
    const auto sent = client.inbox().all();
    REQUIRE(sent.size() == 1);
    CHECK(error_code(sent[0]) == code);
    const auto* id = sent[0].find("id");
    CHECK((id == nullptr || !id->is_null()));
  }
  Client client(server);
  client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
  client.send(R"({"jsonrpc":"2.0","method":"nope","params":[]})");
  client.send(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  client.send(R"({"jsonrpc":"2.0","id":"server-1","error":5})");
  CHECK(client.inbox().all().empty());
}

TEST_CASE("mcp: revision 2025-03-26 alone takes batches, and answers them as one") {
  Client client(echo_server());
  const auto batch = R"([{"jsonrpc":"2.0","id":"a","method":"ping"},
      {"jsonrpc":"2.0","method":"notifications/initialized"},
      {"jsonrpc":"2.0","id":"b","method":"nope"}, 5])";
  client.initialize("2025-06-18");
  client.send(batch);
  CHECK(error_code(client.inbox().all().back()) == kInvalidRequest);
  client.initialize("2025-03-26");
  client.send(batch);
  const auto replies = client.inbox().all().back();
  REQUIRE(replies.is_array());
  CHECK(replies.if_array()->size() == 3);
  client.send("[]");
  CHECK(error_code(client.inbox().all().back()) == kInvalidRequest);
  const auto before = client.inbox().all().size();
  client.send(R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])");
  CHECK(client.inbox().all().size() == before);
}

}  // namespace
}  // namespace codeweaver::mcp
