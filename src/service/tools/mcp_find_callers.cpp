// The find_callers tool: what calls a definition, through several hops.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "json/value_types.hpp"
#include "service/tools/callers_text.hpp"
#include "service/tools/mcp_arguments.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kFindCallersDescription =
    "Lists what calls a function or uses a definition, also through other definitions: give a "
    "depth to "
    "see what a change of it can break. Says which callers are known by name only.";

constexpr std::string_view kFindCallersInput = R"({
  "type": "object",
  "properties": {
    "name": {"type": "string", "description": "Name, qualified or not: \"close\", \"Pool.close\"."},
    "depth": {"type": "integer", "minimum": 1, "maximum": 20, "description": "1: direct callers (default); 2: also their callers; ..."},
    "include_tests": {"type": "boolean", "description": "Also list tests (default: true)."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Maximum callers (default 100)."},
    "project_id": {"type": "string", "description": "The project (see list_projects); default: the active one."}
  },
  "required": ["name"],
  "additionalProperties": false
})";

constexpr std::string_view kFindCallersOutput = R"({
  "type": "object",
  "properties": {
    "definitions": {"type": "array", "items": {"type": "object"}},
    "callers": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "caller": {"type": "object"}, "depth": {"type": "integer"}, "callee": {"type": "string"},
        "lines": {"type": "array", "items": {"type": "integer"}},
        "link": {"type": "string", "enum": ["resolved", "candidates", "by_name"]},
        "is_test": {"type": "boolean"}},
      "required": ["caller", "depth", "callee", "lines", "link", "is_test"]}},
    "elsewhere": {"type": "integer", "description": "Lines that have the name, but mean something else."},
    "is_cut": {"type": "boolean", "description": "There are more callers."},
    "warnings": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["definitions", "callers", "elsewhere", "is_cut", "warnings"]
})";

mcp::ToolResult find_callers(ProjectHost& host, const json::Value& value,
                             const mcp::RequestContext& context) {
  const Arguments arguments(value);
  auto project = project_of_call(host, arguments.text("project_id"), context);
  if (!project) return refusal(project.error());
  const auto name = arguments.text("name");
  if (name.empty())
    return refusal({ErrorCategory::kInvalidArgument, "EMPTY_QUERY", "The name is empty",
                    "looking for callers", "Give the name of a definition."});
  CallersOptions options;
  options.depth = arguments.count("depth").value_or(options.depth);
  options.limit = arguments.count("limit").value_or(options.limit);
  options.include_tests = arguments.flag("include_tests").value_or(options.include_tests);
  std::vector<std::string> met;
  const auto found = (*project)->find_callers(name, options, &met, call_of(context));
  if (!found) return refusal(found.error());
  mcp::ToolResult out;
  out.text = callers_text(*found, name);
  json::Value warnings = json::Array{};
  for (const auto& warning : met) {
    warnings.push_back(warning);
    out.text += "Warning: " + warning + '\n';
  }
  auto structured = json::to_json(*found);
  structured.set("warnings", std::move(warnings));
  out.structured = std::move(structured);
  return out;
}

}  // namespace

mcp::Tool make_find_callers_tool(std::shared_ptr<ProjectHost> host) {
  return make_host_tool({"find_callers", "Find callers", kFindCallersDescription, kFindCallersInput,
                         kFindCallersOutput},
                        std::move(host), &find_callers);
}

}  // namespace codeweaver::service
