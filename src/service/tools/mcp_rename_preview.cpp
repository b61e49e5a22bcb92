// The rename_preview tool: what renaming a definition would change, as a diff.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "service/hosting/rename_request.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_tools.hpp"
#include "service/tools/rename_text.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kRenameDescription =
    "Returns a unified diff that renames a definition: its declarations, all linked uses and "
    "imports, and methods that override or implement it. Writes nothing. Lists the places with "
    "the name that are not in the diff. Go, Java, Python, TypeScript, JavaScript, C and C++.";

constexpr std::string_view kRenameInput = R"({
  "type": "object",
  "properties": {
    "name": {"type": "string", "description": "Name (\"close\", \"Pool.close\"), or PATH:LINE if several definitions have it."},
    "new_name": {"type": "string", "description": "An identifier, without its class."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Maximum places that are not in the diff (default 100)."},
    "project_id": {"type": "string", "description": "The project (see list_projects); default: the active one."}
  },
  "required": ["name", "new_name"],
  "additionalProperties": false
})";

constexpr std::string_view kRenameOutput = R"({
  "type": "object",
  "properties": {
    "definitions": {"type": "array", "items": {"type": "object"}, "description": "What is renamed together, or all that the name may mean."},
    "is_ambiguous": {"type": "boolean", "description": "There is no diff: ask with PATH:LINE."},
    "diff": {"type": "string"},
    "edits": {"type": "integer"},
    "files": {"type": "integer"},
    "left_out": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "path": {"type": "string"}, "line": {"type": "integer"}, "text": {"type": "string"},
        "doubt": {"type": "string", "enum": ["by_name", "candidates", "text"]}},
      "required": ["path", "line", "text", "doubt"]}},
    "conflicts": {"type": "array", "items": {"type": "string"}},
    "is_cut": {"type": "boolean"},
    "warnings": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["definitions", "is_ambiguous", "diff", "edits", "files", "left_out", "conflicts", "is_cut", "warnings"]
})";

mcp::ToolResult preview_rename(ProjectHost& host, const json::Value& value,
                               const mcp::RequestContext& context) {
  const auto request = rename_request(value, "arguments");
  if (!request) return refusal(request.error());
  auto project = project_of_call(host, request->project_id, context);
  if (!project) return refusal(project.error());
  std::vector<std::string> warnings;
  const auto found = (*project)->rename_preview(request->name, request->new_name, request->limit,
                                                &warnings, call_of(context));
  if (!found) return refusal(found.error());
  mcp::ToolResult out;
  out.text = rename_text(*found, request->name);
  for (const auto& warning : warnings) out.text += "Warning: " + warning + '\n';
  out.structured = rename_json(*found, warnings);
  return out;
}

}  // namespace

mcp::Tool make_rename_preview_tool(std::shared_ptr<ProjectHost> host) {
  return make_host_tool(
      {"rename_preview", "Preview a rename", kRenameDescription, kRenameInput, kRenameOutput},
      std::move(host), &preview_rename);
}

}  // namespace codeweaver::service
