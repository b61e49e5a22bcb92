// Makes tools from their texts and a function of the host.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_host_tool.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "base/ids.hpp"
#include "base/printable.hpp"
#include "json/members.hpp"
#include "service/tools/mcp_caller.hpp"

namespace codeweaver::service {

namespace {

/// Whether a call names no project.
bool names_nothing(const json::Value& arguments) {
  for (const std::string_view key : {"project_id", "repo_path"})
    if (const auto* given = arguments.find(key);
        given != nullptr && !given->is_null() && *given != json::Value(""))
      return false;
  return true;
}

/// Counts a call and logs it, without the query.
void note(ProjectHost& host, const std::string& tool, const json::Value& arguments,
          std::string_view request_id, const mcp::ToolResult& result, double duration_ms) {
  const std::string_view outcome = result.is_error           ? "error"
                                   : result.continue_as_task ? "task"
                                                             : "success";
  host.metrics().add_call(tool, outcome, duration_ms / 1000);
  const auto& logger = host.logger();
  if (!logger || !logger->accepts(LogLevel::kInfo)) return;
  LogRecord record;
  record.component = "server";
  record.operation = "mcp_call";
  record.duration_ms = duration_ms;
  record.request_id = request_id;
  record.status = outcome;
  record.project_id = json::text_or_empty(arguments, "project_id");
  record.context = {{"tool", tool}};
  logger->log(record);
}

}  // namespace

mcp::Tool make_host_tool(const ToolText& text, std::shared_ptr<ProjectHost> host, HostCall call) {
  mcp::Tool tool;
  tool.name = text.name;
  tool.title = text.title;
  tool.description = text.description;
  tool.input_schema = *json::parse(text.input_schema);
  tool.output_schema = *json::parse(text.output_schema);
  tool.call = [host = std::move(host), call, name = tool.name,
               ids = std::make_shared<base::UuidGenerator>()](const json::Value& arguments,
                                                              const mcp::RequestContext& given) {
    // Over HTTP the request has an id; over stdio the call gets one.
    const auto context =
        given.request_id().empty() ? given.with_request_id(ids->next().to_string()) : given;
    if (names_nothing(arguments))
      if (auto question = question_to_caller(*host, context)) {
        mcp::ToolResult asking;
        asking.input = std::move(question);
        return asking;
      }
    const auto begin = std::chrono::steady_clock::now();
    auto result = call(*host, arguments, context);
    result.text = base::printable_lines(result.text);  // names of files hold any character
    if (auto missing = note_on_missing_roots(*host, context); !missing.empty())
      result.content.emplace_back(base::printable_lines(missing));
    note(*host, name, arguments, context.request_id(), result, milliseconds_since(begin));
    return result;
  };
  return tool;
}

}  // namespace codeweaver::service
