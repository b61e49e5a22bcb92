// Tests that tasks and sealed states of one caller are invisible to others.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "client.hpp"

namespace codeweaver::mcp {
namespace {

constexpr auto kForms = R"({"elicitation":{}})";

/// "ask" asks for a form, and remembers that.
Server asking_server() {
  Server server({"test", "Test", "1", ""});
  Tool tool;
  tool.name = "ask";
  tool.tasks = TaskSupport::kOptional;
  tool.call = [](const json::Value&, const RequestContext& context) {
    const auto question = elicit("k", "?", json::Object{});
    if (context.elicited(question) == nullptr) return ToolResult::needs({question}, "asked");
    return ToolResult{std::string(context.state())};
  };
  server.add(std::move(tool));
  return server;
}

Client connect(const Server& server, std::string caller) {
  ConnectionOptions options;
  options.caller = std::move(caller);
  return Client(server, std::move(options));
}

TEST_CASE("callers: a task is known to its own alone, on any of its connections") {
  const auto server = asking_server();
  auto ann = connect(server, "ann"), ann_again = connect(server, "ann");
  auto bob = connect(server, "bob"), nobody = connect(server, "");
  const auto made = ann.modern("tools/call", R"("name":"ask")", kTasks);
  const auto id = text_of(&at(made, {"result", "taskId"}));
  const auto params = R"("taskId":")" + id + R"(","inputResponses":{})";
  const auto listen = R"("notifications":{"taskIds":[")" + id + "\"]}";
  const auto known_to = [&](Client& client) {
    client.begin("subscriptions/listen", modern_params(listen, kTasks));
    const auto told = client.inbox().named("notifications/subscriptions/acknowledged");
    return at(told, {"params", "notifications"}).find("taskIds") != nullptr;
  };
  for (auto* stranger : {&bob, &nobody}) {
    for (const auto* method : {"tasks/get", "tasks/update", "tasks/cancel"})
      CHECK(error_code(stranger->modern(method, params, kTasks)) == kInvalidParams);
    CHECK_FALSE(known_to(*stranger));
  }
  CHECK(known_to(ann_again));
  for (const auto* method : {"tasks/update", "tasks/cancel", "tasks/get"})
    CHECK(ann_again.modern(method, params, kTasks).find("error") == nullptr);
  const auto last = ann.modern("tasks/get", params, kTasks);
  CHECK(at(last, {"result", "status"}) == json::Value("cancelled"));
}

TEST_CASE("callers: a state answers requests of its own alone") {
  const auto server = asking_server();
  auto ann = connect(server, "ann"), bob = connect(server, "bob");
  const auto asked = ann.modern("tools/call", R"("name":"ask")", kForms);
  const auto answer = R"("name":"ask","inputResponses":{"k":{"action":"accept"}},"requestState":)" +
                      json::dump(at(asked, {"result", "requestState"}));
  CHECK(error_code(bob.modern("tools/call", answer, kForms)) == kInvalidParams);
  CHECK(first_text(ann.modern("tools/call", answer, kForms)) == "asked");
}

}  // namespace
}  // namespace codeweaver::mcp
