// Sessions of legacy HTTP clients: bounded, found by their ids, ended when idle.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/http_sessions.hpp"

#include <doctest/doctest.h>

#include <set>

#include "mcp/server.hpp"

using namespace codeweaver;
using namespace std::chrono_literals;

TEST_CASE("sessions are found by ids that nobody guesses, until they are removed") {
  mcp::HttpSessions sessions(10, 1h);
  std::set<std::string> ids;
  for (int i = 0; i < 10; ++i) {
    const auto session = sessions.create();
    REQUIRE(session);
    CHECK(session->id().size() == 32);
    CHECK(session->id().find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(sessions.find(session->id()) == session);
    ids.insert(session->id());
  }
  CHECK(ids.size() == 10);
  CHECK(sessions.remove(*ids.begin()));
  CHECK_FALSE(sessions.remove(*ids.begin()));
  CHECK(sessions.find(*ids.begin()) == nullptr);
  CHECK(sessions.find("") == nullptr);
}

TEST_CASE("a session is found by its caller alone") {
  mcp::HttpSessions sessions(2, 1h);
  const auto session = sessions.create("ann");
  CHECK(sessions.find(session->id(), "ann") == session);
  CHECK(sessions.find(session->id(), "bob") == nullptr);
  CHECK(sessions.find(session->id()) == nullptr);
}

TEST_CASE("the session that was idle longest makes place for a new one") {
  mcp::HttpSessions sessions(2, 1h);
  const auto first = sessions.create(), second = sessions.create();
  REQUIRE(sessions.find(first->id()));  // used again: now the second is the older one
  const auto third = sessions.create();
  REQUIRE(third);
  CHECK(sessions.find(second->id()) == nullptr);
  CHECK(sessions.find(first->id()) == first);
  CHECK(sessions.find(third->id()) == third);
}

TEST_CASE("busy sessions keep their place") {
  mcp::Server server({.name = "test", .title = "", .version = "1", .instructions = ""});
  std::function<void(mcp::ToolResult)> finish;
  mcp::Tool tool;
  tool.name = "waits";
  tool.start = [&](auto&, auto&, auto done) { finish = std::move(done); };
  server.add(tool);

  mcp::HttpSessions sessions(1, 0s);
  const auto busy = sessions.create();
  busy->set_connection(server.connect({}));
  busy->connection()->receive(
      *json::parse(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"waits"}})"));
  REQUIRE(finish);
  CHECK_FALSE(busy->is_idle());
  CHECK(sessions.create() == nullptr);
  CHECK(sessions.find(busy->id()) == busy);

  finish({"done"});
  CHECK(busy->is_idle());
  const auto next = sessions.create();
  REQUIRE(next);
  CHECK(sessions.find(busy->id()) == nullptr);
}

TEST_CASE("all sessions end with the table") {
  mcp::HttpSessions sessions(2, 1h);
  const auto session = sessions.create();
  sessions.close();
  CHECK(sessions.find(session->id()) == nullptr);
}
