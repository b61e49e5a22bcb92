// Tests of connections that close during requests.
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
