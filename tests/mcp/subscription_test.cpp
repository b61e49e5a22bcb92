// Tests of change notifications in both eras, and of the end of subscriptions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <thread>

#include "client.hpp"

namespace codeweaver::mcp {
namespace {

Server listing_server() {
  Server server({"test", "Test", "1", ""});
  server.add(Tool{.name = "a"});
  server.add(Prompt{.name = "a"});
  server.add(Resource{.uri = "test://a", .name = "a"});
  server.add(ResourceTemplate{.uri_template = "test://file/{+path}", .name = "file"});
  return server;
}

void change_everything(Server& server) {
  server.add(Tool{.name = "b"});
  server.remove_prompt("a");
  server.add(Resource{.uri = "test://b", .name = "b"});
  server.resource_updated("test://a");
  server.resource_updated("test://file/x");
  server.resource_updated("test://b");
}

TEST_CASE("mcp: a legacy client hears of lists once it is initialized, of resources on request") {
  auto server = listing_server();
  Client client(server);
  change_everything(server);
  CHECK(client.inbox().all().empty());
  client.initialize();
  client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");  // twice: told once
  CHECK(client.legacy("resources/subscribe", R"("uri":"test://a")").find("error") == nullptr);
  CHECK(client.legacy("resources/subscribe", R"("uri":"test://file/x")").find("error") == nullptr);
  CHECK(error_code(client.legacy("resources/subscribe", R"("uri":"nope")")) ==
        kLegacyResourceNotFound);
  CHECK(error_code(client.legacy("resources/unsubscribe")) == kInvalidParams);
  server.add(Prompt{.name = "a"});
  change_everything(server);
  CHECK(client.inbox().count("notifications/tools/list_changed") == 1);
  CHECK(client.inbox().count("notifications/prompts/list_changed") == 2);
  CHECK(client.inbox().count("notifications/resources/list_changed") == 1);
  CHECK(client.inbox().count("notifications/resources/updated") == 2);
  client.legacy("resources/unsubscribe", R"("uri":"test://a")");
  server.resource_updated("test://a");
  CHECK(client.inbox().count("notifications/resources/updated") == 2);
  CHECK(!server.remove_tool("nope"));
  CHECK(client.inbox().count("notifications/tools/list_changed") == 1);
}

TEST_CASE("mcp: a listener is acknowledged first and gets what it asked for, with its id") {
  auto server = listing_server();
  Client client(server);
  Inbox stream;
  client.connection->receive(make_request("sub", "subscriptions/listen",
                                          modern_params(R"("notifications":{"toolsListChanged":true,
                       "promptsListChanged":false,"resourceSubscriptions":["test://a","nope"]})")),
                             [&](const json::Value& message) { stream.take(message); });
  change_everything(server);
  const auto all = stream.all();
  REQUIRE(all.size() == 3);
  CHECK(text_of(all[0].find("method")) == "notifications/subscriptions/acknowledged");
  const auto& granted = at(all[0], {"params", "notifications"});
  CHECK(at(granted, {"toolsListChanged"}) == json::Value(true));
  CHECK(granted.find("promptsListChanged") == nullptr);
  CHECK(at(granted, {"resourceSubscriptions"}).if_array()->size() == 1);
  CHECK(text_of(all[1].find("method")) == "notifications/tools/list_changed");
  CHECK(at(all[2], {"params", "uri"}) == json::Value("test://a"));
  for (const auto& message : all)
    CHECK(at(message, {"params", "_meta", kSubscriptionIdKey}) == json::Value("sub"));
  CHECK(client.connection->running() == 1);

  client.connection->cancel("sub");
  CHECK(client.connection->running() == 0);
  server.add(Tool{.name = "c"});
  CHECK(stream.all().size() == 3);
  CHECK(client.inbox().all().empty());
}

TEST_CASE("mcp: listeners on one channel are told apart, and end with the server") {
  auto server = listing_server();
  Client client(server);
  const auto params = modern_params(R"("notifications":{"toolsListChanged":true})");
  const auto first = client.begin("subscriptions/listen", params);
  const auto second = client.begin("subscriptions/listen", params);
  server.add(Tool{.name = "b"});
  CHECK(client.inbox().count("notifications/tools/list_changed") == 2);
  client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
              std::to_string(first) + "}}");
  server.close();
  const auto last = client.inbox().all().back();
  CHECK(at(last, {"id"}) == json::Value(second));
  CHECK(at(last, {"result", "_meta", kSubscriptionIdKey}) == json::Value(second));
  CHECK(at(last, {"result", "resultType"}) == json::Value("complete"));
  CHECK(client.inbox().count("notifications/cancelled") == 1);
  CHECK(client.connection->running() == 0);
}

TEST_CASE("mcp: a listener must ask in the right form, for what we have") {
  Client client(listing_server());
  for (const auto* params :
       {"", R"("notifications":[])", R"("notifications":{"resourceSubscriptions":"test://a"})",
        R"("notifications":{"resourceSubscriptions":[5]})", R"("notifications":{"taskIds":{}})"})
    CHECK_MESSAGE(error_code(client.modern("subscriptions/listen", params)) == kInvalidParams,
                  params);
  CHECK(error_code(client.modern("subscriptions/listen", R"("notifications":{"taskIds":["x"]})")) ==
        kMissingCapability);
  Client other(Server({"test", "Test", "1", ""}));
  other.begin("subscriptions/listen",
              modern_params(R"("notifications":{"toolsListChanged":true})"));
  CHECK(at(other.inbox().all().at(0), {"params", "notifications"}).if_object()->empty());
}

TEST_CASE("mcp: changes, listeners and closing connections at the same time do no harm") {
  auto server = listing_server();
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&server, thread] {
      for (int i = 0; i < 50; ++i) {
        Client client(server);
        client.initialize();
        const auto id = client.begin("subscriptions/listen",
                                     modern_params(R"("notifications":{"toolsListChanged":true})"));
        server.add(Tool{.name = "tool-" + std::to_string(thread)});
        if (i % 2 == 0) client.connection->cancel(id);
        client.connection->close();
        const auto sent = client.inbox().all().size();
        server.resource_updated("test://a");
        CHECK(client.inbox().all().size() == sent);
      }
    });
}

}  // namespace
}  // namespace codeweaver::mcp
