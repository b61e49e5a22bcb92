// The fixture's tools that run as tasks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include "mcp/conformance_fixture.hpp"

namespace codeweaver::mcp::fixture {
namespace {

/// Waits for the time to pass or the call to be cancelled.
void wait_for(double seconds, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait_for(lock, stop, std::chrono::duration<double>(seconds), [] { return false; });
}

InputRequest ask(std::string key, std::string message) {
  return elicit(std::move(key), std::move(message), json_of(R"({"type": "object",
    "properties": {"confirm": {"type": "boolean"}, "name": {"type": "string"}}})"));
}

void add_task_tool(Server& server, TaskSupport support, Tool tool) {
  tool.tasks = support;
  server.add(std::move(tool));
}

}  // namespace

void add_task_tools(Server& server) {
  server.add(make_tool(
      "greet", "Greets",
      [](auto& arguments, auto&) {
        return ToolResult{"Hello, " + text_of(arguments.find("name")) + "!"};
      },
      R"({"name": {"type": "string"}})"));

  auto slow =
      make_tool("slow_compute", "Takes as long as it is told", [](auto& arguments, auto& context) {
        wait_for(arguments.find("seconds")->if_number().value_or(0), context.stop());
        return ToolResult{"Computed " + text_of(arguments.find("label"))};
      });
  slow.input_schema = json_of(R"({"type": "object", "required": ["seconds"], "properties": {
    "seconds": {"type": "number", "minimum": 0}, "label": {"type": "string"}}})");
  add_task_tool(server, TaskSupport::kOptional, std::move(slow));

  add_task_tool(server, TaskSupport::kRequired,
                make_tool("failing_job", "Fails as a tool", [](auto&, auto&) {
                  ToolResult result{"The job failed"};
                  result.is_error = true;
                  return result;
                }));
  add_task_tool(
      server, TaskSupport::kOptional,
      make_tool("protocol_error_job", "Fails as a request",
                [](auto&, auto&) -> ToolResult { throw std::runtime_error("the job broke"); }));

  add_task_tool(server, TaskSupport::kOptional,
                make_tool(
                    "confirm_delete", "Asks while it runs",
                    [](auto& arguments, auto& context) {
                      const auto question =
                          ask("confirm", "Delete " + text_of(arguments.find("filename")) + "?");
                      if (context.elicited(question) == nullptr)
                        return ToolResult::needs({question});
                      return ToolResult{"Deleted " + text_of(arguments.find("filename"))};
                    },
                    R"({"filename": {"type": "string"}})"));
  add_task_tool(server, TaskSupport::kOptional,
                make_tool("multi_input", "Asks two things while it runs", [](auto&, auto& context) {
                  const auto first = ask("first", "First?"), second = ask("second", "Second?");
                  if (context.elicited(first) == nullptr || context.elicited(second) == nullptr)
                    return ToolResult::needs({first, second});
                  return ToolResult{"Both answered"};
                }));

  auto asks_first =
      make_tool("test_tool_with_task", "Asks, then runs as a task", [](auto&, auto& context) {
        const auto question = ask("user_name", "What is your name?");
        const auto* answer = context.elicited(question);
        if (answer == nullptr) return ToolResult::needs({question});
        const auto* content = answer->find("content");
        ToolResult result;
        result.continue_as_task =
            [name = text_of(content != nullptr ? content->find("name") : nullptr)](auto&) {
              return ToolResult{"Hello, " + name + "!"};
            };
        return result;
      });
  asks_first.starts_task_itself = true;
  add_task_tool(server, TaskSupport::kRequired, std::move(asks_first));
}

}  // namespace codeweaver::mcp::fixture
