// Calls that run as tasks, in both eras.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/task.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "client.hpp"

namespace codeweaver::mcp {
namespace {

Tool task_tool(std::string name,
               std::function<ToolResult(const json::Value&, const RequestContext&)> call,
               TaskSupport support = TaskSupport::kOptional) {
  Tool tool;
  tool.name = std::move(name);
  tool.tasks = support;
  tool.call = std::move(call);
  return tool;
}

/// Waits until it is stopped.
ToolResult wait_for_stop(const json::Value&, const RequestContext& context) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait(lock, context.stop(), [] { return false; });
  return {"stopped", std::nullopt, false};
}

InputRequest ask_text(std::string key, std::string message) {
  return elicit(std::move(key), std::move(message),
                parsed(R"({"type":"object","properties":{"text":{"type":"string"}}})"));
}

ToolResult ask_two(const json::Value&, const RequestContext& context) {
  const auto ask_a = ask_text("a", "A?"), ask_b = ask_text("b", "B?");
  const auto *a = context.elicited(ask_a), *b = context.elicited(ask_b);
  if (a == nullptr || b == nullptr) return ToolResult::needs({ask_a, ask_b}, "asked");
  return {text_of(a->find("content")->find("text")) + text_of(b->find("content")->find("text")) +
              std::string(context.state()),
          std::nullopt, false};
}

Server task_server(ServerOptions options = {}) {
  Server server({"test", "Test", "1", ""}, options);
  server.add(task_tool("quick", [](const json::Value&, const RequestContext& context) {
    context.progress(1, 2, "half way");
    return ToolResult{context.is_task() ? "as a task" : "at once", std::nullopt, false};
  }));
  server.add(task_tool("wait", wait_for_stop));
  server.add(task_tool(
      "wrong",
      [](const json::Value&, const RequestContext&) {
        return ToolResult{"no luck", std::nullopt, true};
      },
      TaskSupport::kRequired));
  server.add(task_tool("throws", [](const json::Value&, const RequestContext&) -> ToolResult {
    throw std::runtime_error("broken");
  }));
  server.add(task_tool("ask", ask_two));
  server.add(task_tool(
      "never",
      [](const json::Value&, const RequestContext&) {
        return ToolResult{"plain", std::nullopt, false};
      },
      TaskSupport::kForbidden));
  auto late =
      task_tool("late", [](const json::Value&, const RequestContext& context) -> ToolResult {
        const auto* name = context.elicited(ask_text("name", "Who?"));
        if (name == nullptr) return ToolResult::needs({ask_text("name", "Who?")});
        ToolResult out;
        out.continue_as_task = [](const RequestContext& later) {
          const auto* known = later.elicited(ask_text("name", "Who?"));
          return ToolResult{text_of(known->find("content")->find("text")), std::nullopt, false};
        };
        return out;
      });
  late.starts_task_itself = true;
  server.add(late);
  return server;
}

std::string task_id(const json::Value& reply) {
  return text_of(&at(reply, {"result", "taskId"}));
}

json::Value get_modern(Client& client, const std::string& id) {
  return client.modern("tasks/get", R"("taskId":")" + id + '"', kTasks);
}

/// Polls, as clients do, until the task is in that state.
json::Value poll(Client& client, const std::string& id, std::string_view status) {
  for (;;) {
    auto reply = get_modern(client, id);
    if (text_of(&at(reply, {"result", "status"})) == status) return at(reply, {"result"});
    std::this_thread::yield();
  }
}

std::string call_as_task(Client& client, std::string_view tool) {
  const auto reply = client.modern("tools/call", R"("name":")" + std::string(tool) + '"', kTasks);
  CHECK(at(reply, {"result", "resultType"}) == json::Value("task"));
  CHECK(at(reply, {"result"}).find("result") == nullptr);
  CHECK(at(reply, {"result", "ttlMs"}).if_integer() != nullptr);
  CHECK(at(reply, {"result", "pollIntervalMs"}).if_integer() != nullptr);
  return task_id(reply);
}

TEST_CASE("mcp tasks: announced in the form of each era") {
  Client client(task_server());
  CHECK(at(client.modern("server/discover"),
           {"result", "capabilities", "extensions", kTasksExtension})
            .is_object());
  CHECK(at(client.modern("server/discover"), {"result", "capabilities"}).find("tasks") == nullptr);
  CHECK(at(client.initialize(), {"result", "capabilities", "tasks", "requests", "tools", "call"})
            .is_object());
  CHECK(at(client.initialize("2025-06-18"), {"result", "capabilities"}).find("tasks") == nullptr);
  Client other(Server({"test", "Test", "1", ""}));
  CHECK(at(other.initialize(), {"result", "capabilities"}).find("tasks") == nullptr);
  CHECK(error_code(other.modern("tasks/get", "", kTasks)) == kMethodNotFound);
}

TEST_CASE("mcp tasks: a client of the stateless era that knows tasks gets one, others the result") {
  Client client(task_server());
  const auto task = poll(client, call_as_task(client, "quick"), "completed");
  CHECK(text_of(item(at(task, {"result", "content"}), 0).find("text")) == "as a task");
  CHECK(at(task, {"resultType"}) == json::Value("complete"));
  CHECK(at(task, {"result", "resultType"}) == json::Value("complete"));
  CHECK(task.find("error") == nullptr);
  CHECK(first_text(client.modern("tools/call", R"("name":"quick")")) == "at once");
  CHECK(first_text(client.modern("tools/call", R"("name":"never")", kTasks)) == "plain");
  CHECK(first_text(client.modern("tools/call", R"("name":"never","task":{"ttl":5})")) == "plain");
}

TEST_CASE("mcp tasks: a tool error completes a task, a protocol error fails it") {
  Client client(task_server());
  const auto wrong = poll(client, call_as_task(client, "wrong"), "completed");
  CHECK(at(wrong, {"result", "isError"}) == json::Value(true));
  const auto thrown = poll(client, call_as_task(client, "throws"), "failed");
  CHECK(at(thrown, {"error", "code"}) == json::Value(kInternalError));
  CHECK(thrown.find("result") == nullptr);
}

TEST_CASE("mcp tasks: cancelling stops the work, and is acknowledged also when it is over") {
  Client client(task_server());
  const auto id = call_as_task(client, "wait");
  CHECK(text_of(&at(get_modern(client, id), {"result", "status"})) == "working");
  for (int i = 0; i < 2; ++i) {
    const auto reply = client.modern("tasks/cancel", R"("taskId":")" + id + '"', kTasks);
    CHECK(at(reply, {"result", "resultType"}) == json::Value("complete"));
    CHECK(at(reply, {"result"}).find("taskId") == nullptr);
  }
  CHECK(poll(client, id, "cancelled").find("result") == nullptr);
}

TEST_CASE("mcp tasks: clients without the extension, and unknown tasks, are refused") {
  Client client(task_server());
  const auto id = call_as_task(client, "quick");
  for (const auto* method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
    CAPTURE(method);
    const auto reply = client.modern(method, R"("taskId":")" + id + '"');
    CHECK(error_code(reply) == kMissingCapability);
    CHECK(at(reply, {"error", "data", "requiredCapabilities", "extensions", kTasksExtension})
              .is_object());
    for (const auto* params : {"", R"("taskId":5)", R"("taskId":"nope")"})
      CHECK(error_code(client.modern(method, params, kTasks)) == kInvalidParams);
  }
  CHECK(error_code(client.modern("tools/call", R"("name":"wrong")")) == kMissingCapability);
  for (const auto* method : {"tasks/result", "tasks/list"})
    CHECK(error_code(client.modern(method, "", kTasks)) == kMethodNotFound);
  for (const auto* responses : {"", R"(,"inputResponses":5)", R"(,"inputResponses":{"a":5})"})
    CHECK(error_code(client.modern("tasks/update", R"("taskId":")" + id + '"' + responses,
                                   kTasks)) == kInvalidParams);
}

TEST_CASE("mcp tasks: questions wait in the task until all are answered; keys are used once") {
  Client client(task_server());
  const auto id = call_as_task(client, "ask");
  const auto waiting = poll(client, id, "input_required");
  CHECK(at(waiting, {"inputRequests"}).if_object()->size() == 2);
  const auto update = [&](std::string_view responses) {
    const auto reply = client.modern(
        "tasks/update", R"("taskId":")" + id + R"(","inputResponses":)" + std::string(responses),
        kTasks);
    CHECK(at(reply, {"result", "resultType"}) == json::Value("complete"));
  };
  update(R"({"a":{"action":"accept","content":{"text":"x"}},"nope":{}})");
  const auto half = at(get_modern(client, id), {"result"});
  CHECK(at(half, {"status"}) == json::Value("input_required"));
  CHECK(at(half, {"inputRequests"}).if_object()->size() == 1);
  update(R"({"a":{"action":"accept","content":{"text":"changed"}}})");  // answered already
  update(R"({"b":{}})");                                                // not in form: asked again
  json::Value again;
  do again = at(poll(client, id, "input_required"), {"inputRequests"});
  while (again.find("b-2") == nullptr);
  update(R"({"a-2":{"action":"accept","content":{"text":"y"}},
             "b-2":{"action":"accept","content":{"text":"z"}}})");
  const auto done = poll(client, id, "completed");
  CHECK(text_of(item(at(done, {"result", "content"}), 0).find("text")) == "yzasked");
}

TEST_CASE("mcp tasks: a tool may ask first and become a task after") {
  Client client(task_server());
  const auto first = client.modern("tools/call", R"("name":"late")", kTasks);
  CHECK(at(first, {"result", "resultType"}) == json::Value("input_required"));
  const auto params =
      R"("name":"late","inputResponses":{"name":{"action":"accept","content":{"text":"Ada"}}})";
  const auto second = client.modern("tools/call", params, kTasks);
  CHECK(at(second, {"result", "resultType"}) == json::Value("task"));
  const auto done = poll(client, task_id(second), "completed");
  CHECK(text_of(item(at(done, {"result", "content"}), 0).find("text")) == "Ada");
  CHECK(first_text(client.modern("tools/call", params, R"({"elicitation":{}})")) == "Ada");
}

TEST_CASE("mcp tasks: listeners get each change of the tasks that they name") {
  std::atomic<bool> may_end = false;
  auto server = task_server();
  server.add(task_tool("gate", [&](const json::Value&, const RequestContext& context) {
    may_end.wait(false);
    context.progress(1, 1, "through");
    return ToolResult{"done", std::nullopt, false};
  }));
  Client client(server);
  const auto id = call_as_task(client, "gate");
  client.begin("subscriptions/listen",
               modern_params(R"("notifications":{"taskIds":[")" + id + R"(","nope"]})", kTasks));
  const auto granted = client.inbox().named("notifications/subscriptions/acknowledged");
  CHECK(at(granted, {"params", "notifications", "taskIds"}).if_array()->size() == 1);
  may_end = true;
  may_end.notify_all();
  const auto last = client.inbox().wait_for([](const json::Value& message) {
    return text_of(message.find("method")) == "notifications/tasks" &&
           text_of(message.find("params")->find("status")) == "completed";
  });
  CHECK(at(last, {"params", "taskId"}) == json::Value(id));
  CHECK(at(last, {"params", "result", "content"}).is_array());
  CHECK(at(last, {"params", "_meta", kSubscriptionIdKey}).if_integer() != nullptr);
  CHECK(at(client.inbox().named("notifications/tasks"), {"params", "statusMessage"}) ==
        json::Value("through"));
}

TEST_CASE("mcp tasks: a legacy client asks for a task, polls, and fetches the result") {
  Client client(task_server());
  client.initialize();
  const auto tools = client.legacy("tools/list");
  CHECK(at(item(at(tools, {"result", "tools"}), 0), {"execution", "taskSupport"}) ==
        json::Value("optional"));
  CHECK(error_code(client.legacy("tools/call", R"("name":"never","task":{})")) == kMethodNotFound);
  CHECK(error_code(client.legacy("tools/call", R"("name":"wrong")")) == kMethodNotFound);
  CHECK(first_text(client.legacy("tools/call", R"("name":"quick")")) == "at once");
  const auto created = client.legacy(
      "tools/call", R"("name":"quick","task":{"ttl":60000},"_meta":{"progressToken":"p"})");
  const auto& task = at(created, {"result", "task"});
  CHECK(at(task, {"ttl"}) == json::Value(60'000));
  const auto named = R"("taskId":")" + text_of(task.find("taskId")) + '"';
  const auto result = client.legacy("tasks/result", named);
  CHECK(first_text(result) == "as a task");
  CHECK(at(result, {"result", "_meta", kRelatedTaskKey, "taskId"}) == *task.find("taskId"));
  CHECK(text_of(&at(client.legacy("tasks/get", named), {"result", "status"})) == "completed");
  CHECK(error_code(client.legacy("tasks/cancel", named)) == kInvalidParams);
  CHECK(client.inbox().count("notifications/tasks/status") == 1);
  CHECK(at(client.inbox().named("notifications/progress"), {"params", "progressToken"}) ==
        json::Value("p"));
  Client stranger(task_server());
  stranger.initialize();
  CHECK(error_code(stranger.legacy("tasks/get", named)) == kInvalidParams);
}

TEST_CASE("mcp tasks: tasks/result waits, asks the client, and ends with a cancelled task") {
  Client client(task_server());
  client.initialize("2025-11-25", R"({"elicitation":{}})");
  const auto create = [&](std::string_view tool) {
    const auto reply =
        client.legacy("tools/call", R"("name":")" + std::string(tool) + R"(","task":{})");
    return R"("taskId":")" + text_of(&at(reply, {"result", "task", "taskId"})) + '"';
  };
  const auto asking = create("ask");
  const auto id = client.begin("tasks/result", parsed("{" + asking + "}"));
  for (const auto* message : {"A?", "B?"}) {
    const auto question = client.inbox().wait_for([&](const json::Value& sent) {
      const auto* params = sent.find("params");
      return is_request(sent) && text_of(params->find("message")) == message;
    });
    CHECK(at(question, {"params", "_meta", kRelatedTaskKey, "taskId"}).is_string());
    client.connection->receive(
        make_result(at(question, {"id"}), parsed(R"({"action":"accept","content":{"text":"v"}})")));
  }
  CHECK(first_text(client.inbox().response(id)) == "vvasked");

  const auto waiting = create("wait");
  const auto result = client.begin("tasks/result", parsed("{" + waiting + "}"));
  CHECK(text_of(&at(client.legacy("tasks/cancel", waiting), {"result", "status"})) == "cancelled");
  CHECK(error_code(client.inbox().response(result)) == kInvalidParams);

  const auto failed = create("wrong");
  CHECK(at(client.legacy("tasks/result", failed), {"result", "isError"}) == json::Value(true));
  CHECK(text_of(&at(client.legacy("tasks/get", failed), {"result", "status"})) == "failed");
  const auto thrown = create("throws");
  CHECK(error_code(client.legacy("tasks/result", thrown)) == kInternalError);
}

TEST_CASE("mcp tasks: who gives up waiting leaves the questions to the next who waits") {
  Client client(task_server());
  client.initialize("2025-11-25", R"({"elicitation":{}})");
  const auto created = client.legacy("tools/call", R"("name":"ask","task":{})");
  const auto task =
      parsed(R"({"taskId":")" + text_of(&at(created, {"result", "task", "taskId"})) + "\"}");
  const auto first = client.begin("tasks/result", task);
  client.inbox().wait_for([](const json::Value& sent) {
    return is_request(sent) && text_of(sent.find("params")->find("message")) == "B?";
  });
  client.connection->cancel(first);
  client.inbox().named("notifications/cancelled");
  const auto from = client.inbox().all().size();
  const auto second = client.begin("tasks/result", task);
  for (const auto* key : {"A?", "B?"}) {
    const auto question = client.inbox().wait_for(
        [&](const json::Value& sent) {
          return is_request(sent) && text_of(sent.find("params")->find("message")) == key;
        },
        from);
    client.connection->receive(
        make_result(at(question, {"id"}), parsed(R"({"action":"accept","content":{"text":"w"}})")));
  }
  CHECK(first_text(client.inbox().response(second)) == "wwasked");
}

TEST_CASE("mcp tasks: of two who wait, one is asked; if it goes, the other is") {
  Client client(task_server());
  client.initialize("2025-11-25", R"({"elicitation":{}})");
  const auto created = client.legacy("tools/call", R"("name":"ask","task":{})");
  const auto task =
      parsed(R"({"taskId":")" + text_of(&at(created, {"result", "task", "taskId"})) + "\"}");
  const auto is_question = [](const json::Value& sent) { return is_request(sent); };
  Inbox first, second;
  client.connection->receive(make_request("first", "tasks/result", task),
                             [&](const json::Value& message) { first.take(message); });
  first.wait_for(is_question);
  client.connection->receive(make_request("second", "tasks/result", task),
                             [&](const json::Value& message) { second.take(message); });
  CHECK(second.all().empty());
  client.connection->cancel("first");
  for (std::size_t i = 0; i < 2; ++i) {
    const auto question = second.wait_for(is_question, i);
    client.connection->receive(
        make_result(at(question, {"id"}), parsed(R"({"action":"accept","content":{"text":"v"}})")));
  }
  CHECK(first_text(second.response("second")) == "vvasked");
}

TEST_CASE("mcp tasks: a connection lists its own, in pages") {
  const auto server = task_server({.page_size = 2});
  Client client(server), other(server);
  client.initialize();
  other.initialize();
  for (int i = 0; i < 5; ++i) client.legacy("tools/call", R"("name":"quick","task":{})");
  other.legacy("tools/call", R"("name":"quick","task":{})");
  std::size_t count = 0;
  std::string cursor;
  do {
    const auto page =
        client.legacy("tasks/list", cursor.empty() ? "" : R"("cursor":")" + cursor + '"');
    count += at(page, {"result", "tasks"}).if_array()->size();
    cursor = text_of(at(page, {"result"}).find("nextCursor"));
  } while (!cursor.empty());
  CHECK(count == 5);
  CHECK(error_code(client.legacy("tasks/list", R"("cursor":"x")")) == kInvalidParams);
}

TEST_CASE("mcp tasks: too many are refused until old ones expire") {
  auto server = task_server({.max_tasks = 1, .task_ttl = std::chrono::milliseconds(0)});
  Client client(server);
  const auto id = call_as_task(client, "wait");
  CHECK(error_code(client.modern("tools/call", R"("name":"quick")", kTasks)) == kInternalError);
  client.modern("tasks/cancel", R"("taskId":")" + id + '"', kTasks);
  json::Value reply;
  do reply = client.modern("tools/call", R"("name":"quick")", kTasks);
  while (reply.find("error") != nullptr);  // until the clock has moved on by its smallest step
  CHECK(error_code(get_modern(client, id)) == kInvalidParams);
}

TEST_CASE("mcp tasks: closing the server stops them") {
  auto server = task_server();
  Client client(server);
  const auto id = call_as_task(client, "wait");
  server.close();
  CHECK(text_of(&at(get_modern(client, id), {"result", "status"})) == "cancelled");
}

}  // namespace
}  // namespace codeweaver::mcp
