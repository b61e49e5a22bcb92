// The call_graph tool: what calls a definition, what it calls, and through what.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "service/hosting/call_graph_request.hpp"
#include "service/tools/call_graph_text.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kCallGraphDescription =
    "Follows calls from a definition, a file or a git difference: its callers (depth 3: what a "
    "change may break), its callees, the tests that reach it, what implements or overrides it, or "
    "the path of calls to another definition. Says which are known by name only.";

constexpr std::string_view kCallGraphInput = R"({
  "type": "object",
  "properties": {
    "start": {"type": "string", "description": "Name (\"close\", \"Pool.close\"), PATH or PATH:LINE."},
    "relation": {"type": "string", "enum": ["callers", "callees", "tests", "implementations", "path"], "description": "Default: callers."},
    "to": {"type": "string", "description": "End of a path, in the form of start."},
    "changed_in": {"type": "string", "description": "Start from the definitions changed in a git range instead: HEAD (uncommitted changes), main, A..B."},
    "depth": {"type": "integer", "minimum": 1, "maximum": 20, "description": "1: direct ones (default for callers and callees); 2: also theirs; ..."},
    "include_tests": {"type": "boolean", "description": "Also list tests (default: true)."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Maximum matches (default 100)."},
    "project_id": {"type": "string", "description": "The project (see list_projects); default: the active one."}
  },
  "additionalProperties": false
})";

constexpr std::string_view kCallGraphOutput = R"({
  "type": "object",
  "properties": {
    "definitions": {"type": "array", "items": {"type": "object"}},
    "matches": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "symbol": {"type": "object"}, "depth": {"type": "integer"}, "via": {"type": "string"},
        "path": {"type": "string"}, "lines": {"type": "array", "items": {"type": "integer"}},
        "link": {"type": "string", "enum": ["resolved", "candidates", "by_name"]},
        "is_test": {"type": "boolean"}},
      "required": ["symbol", "depth", "via", "path", "lines", "link", "is_test"]}},
    "outside": {"type": "array", "items": {"type": "object"}, "description": "Calls that leave the project."},
    "elsewhere": {"type": "integer", "description": "Lines that have the name, but mean something else."},
    "by_name": {"type": "integer", "description": "Lines known by name only."},
    "removed": {"type": "array", "items": {"type": "object"}, "description": "Definitions that the difference removes, and lines that still have their names."},
    "removed_since": {"type": "string", "description": "The commit that has them."},
    "depth": {"type": "integer", "description": "Steps that the answer covers."},
    "deeper": {"type": "integer", "description": "Definitions one step further, at least."},
    "is_over_limit": {"type": "boolean", "description": "More matches exist than the limit."},
    "is_out_of_time": {"type": "boolean", "description": "Linking took too long."},
    "warnings": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["definitions", "matches", "outside", "elsewhere", "by_name", "removed", "depth", "deeper", "is_over_limit", "is_out_of_time", "warnings"]
})";

mcp::ToolResult call_graph(ProjectHost& host, const json::Value& value,
                           const mcp::RequestContext& context) {
  const auto request = call_graph_request(value, "arguments");
  if (!request) return refusal(request.error());
  auto project = project_of_call(host, request->project_id, context);
  if (!project) return refusal(project.error());
  std::vector<std::string> warnings;
  const auto found =
      (*project)->call_graph(request->start, request->options, &warnings, call_of(context));
  if (!found) return refusal(found.error());
  mcp::ToolResult out;
  out.text = call_graph_text(*found, request->options, request->start);
  for (const auto& warning : warnings) out.text += "Warning: " + warning + '\n';
  out.structured = call_graph_json(*found, warnings);
  return out;
}

}  // namespace

mcp::Tool make_call_graph_tool(std::shared_ptr<ProjectHost> host) {
  return make_host_tool(
      {"call_graph", "Follow calls", kCallGraphDescription, kCallGraphInput, kCallGraphOutput},
      std::move(host), &call_graph);
}

}  // namespace codeweaver::service
