// Tests of connections: closing during requests, ids of HTTP requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/connection.hpp"

#include <doctest/doctest.h>

#include "mcp/server.hpp"

using namespace codeweaver;

TEST_CASE("a request that comes to a closed connection runs nothing and gets no answer") {
  mcp::Server server({.name = "test", .title = "", .version = "1", .instructions = ""});
  int calls = 0, answers = 0;
  mcp::Tool tool;
  tool.name = "count";
  tool.call = [&](auto&, auto&) {
    ++calls;
    return mcp::ToolResult{"counted"};
  };
  server.add(tool);
  const mcp::Send count_answer = [&](const json::Value&) { ++answers; };
  const auto connection = server.connect({.send = count_answer});
  const auto call = [&](int id) {
    json::Value params, message;
    params.set("name", "count");
    message.set("jsonrpc", "2.0");
    message.set("id", id);
    message.set("method", "tools/call");
    message.set("params", std::move(params));
    connection->receive(std::move(message), count_answer);
  };
  call(1);
  CHECK(calls == 1);
  CHECK(answers == 1);
  connection->close();
  call(2);
  CHECK(calls == 1);
  CHECK(answers == 1);
  CHECK(connection->running() == 0);
}

TEST_CASE("a handler knows the id of the HTTP request that brought its call") {
  mcp::Server server({.name = "test", .title = "", .version = "1", .instructions = ""});
  std::string seen = "none";
  mcp::Tool tool;
  tool.name = "note";
  tool.call = [&](auto&, const mcp::RequestContext& context) {
    seen = context.request_id();
    CHECK(context.with_request_id("other").request_id() == "other");
    return mcp::ToolResult{"noted"};
  };
  server.add(tool);
  const auto connection = server.connect({.send = [](const json::Value&) {}});
  const json::Value params = json::Object{{"name", "note"}};
  const json::Value message =
      json::Object{{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", params}};
  connection->receive(message, {}, "0192-request");
  CHECK(seen == "0192-request");
  auto next = message;
  next.set("id", 2);
  connection->receive(next);
  CHECK(seen.empty());  // over stdio there is none
}
