// The code_map tool: the most important files of a project, with their most used definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "service/hosting/code_map_request.hpp"
#include "service/tools/code_map_text.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kCodeMapDescription =
    "An overview of a project you do not know: its most important files, which others use most, "
    "each with the signatures of its most used definitions, within a number of tokens. Go, Java, "
    "Python, TypeScript, JavaScript, C and C++.";

constexpr std::string_view kCodeMapInput = R"({
  "type": "object",
  "properties": {
    "token_limit": {"type": "integer", "minimum": 100, "maximum": 100000, "description": "Maximum tokens of the map (default 2000)."},
    "directory": {"type": "string", "description": "Only files below this folder."},
    "include_tests": {"type": "boolean", "description": "Also map tests (default: false)."},
    "project_id": {"type": "string", "description": "The project (see list_projects); default: the active one."}
  },
  "additionalProperties": false
})";

constexpr std::string_view kCodeMapOutput = R"({
  "type": "object",
  "properties": {
    "files": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "path": {"type": "string"},
        "rank": {"type": "number", "description": "Importance; the sum over all files is 1."},
        "definitions": {"type": "array", "items": {
          "type": "object",
          "properties": {
            "symbol": {"type": "object"}, "signature": {"type": "string"}, "uses": {"type": "integer"}},
          "required": ["symbol", "signature", "uses"]}}},
      "required": ["path", "rank", "definitions"]}},
    "linked_files": {"type": "integer"},
    "tokens": {"type": "integer"},
    "is_cut": {"type": "boolean"},
    "warnings": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["files", "linked_files", "tokens", "is_cut", "warnings"]
})";

mcp::ToolResult map_code(ProjectHost& host, const json::Value& value,
                         const mcp::RequestContext& context) {
  const auto request = code_map_request(value, "arguments");
  if (!request) return refusal(request.error());
  auto project = project_of_call(host, request->project_id, context);
  if (!project) return refusal(project.error());
  std::vector<std::string> warnings;
  const auto found = (*project)->code_map(request->options, &warnings, call_of(context));
  if (!found) return refusal(found.error());
  mcp::ToolResult out;
  out.text = code_map_text(*found);
  for (const auto& warning : warnings) out.text += "Warning: " + warning + '\n';
  out.structured = code_map_json(*found, warnings);
  return out;
}

}  // namespace

mcp::Tool make_code_map_tool(std::shared_ptr<ProjectHost> host) {
  return make_host_tool(
      {"code_map", "Map the code", kCodeMapDescription, kCodeMapInput, kCodeMapOutput},
      std::move(host), &map_code);
}

}  // namespace codeweaver::service
