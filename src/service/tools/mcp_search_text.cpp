// The search_text tool: finds lines that contain a text or match a regular expression.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "service/hosting/text_request.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_page.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_search.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kTextDescription =
    "Finds every line in the current files that matches a regular expression (Rust syntax, as in "
    "ripgrep) or, with fixed, contains an exact text. Use it like grep: for an error message, a "
    "flag or every use of a name. Results are grouped by file, definitions and code first, and "
    "name the definition around each line. Counts cover all matches. For questions in words use "
    "find_code.";

constexpr std::string_view kTextInput = R"({
  "type": "object",
  "properties": {
    "pattern": {"type": "string", "description": "A regular expression for one line, e.g. \"retry\\\\(\\\\d+\"; with fixed, plain text."},
    "fixed": {"type": "boolean", "description": "The pattern is plain text."},
    "perl": {"type": "boolean", "description": "The pattern uses Perl syntax (grep -P): look-around, back-references."},
    "ignore_case": {"type": "boolean", "description": "Ignore upper and lower case."},
    "word": {"type": "boolean", "description": "Match whole words only."},
    "paths": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "description": "Only these files and folders, relative to the project."},
    "globs": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "description": "Only matching files; ! excludes, e.g. [\"*.go\", \"!*_test.go\"]."},
    "types": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "description": "Only files of these types, e.g. [\"py\"]; ! excludes."},
    "hidden": {"type": "boolean", "description": "Include hidden files (names that begin with a dot)."},
    "purpose": {"type": "string", "enum": ["code_search", "atlas_graph", "docs_search"], "description": "Search content that other tools pushed for this purpose, instead of files."},
    "chunk_strategy": {"type": "string", "description": "Search content pushed with this chunk strategy, e.g. code_atlas_provider."},
    "ref": {"type": "string", "description": "Search this branch, tag or commit, without a checkout."},
    "changed_in": {"type": "string", "description": "Only lines added or changed in this git range: main..feature, or HEAD~3 for all changes since."},
    "context": {"type": "integer", "minimum": 0, "maximum": 50, "description": "Lines shown before and after each match (default 0)."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Maximum matching lines shown (default 100)."},
    "sort": {"type": "string", "enum": ["rank", "path"], "description": "rank (default): definitions and code first; path: sorted by path."},
    "project_id": {"type": "string", "description": "The project (see list_projects); default: the active one."}
  },
  "required": ["pattern"],
  "additionalProperties": false
})";

constexpr std::string_view kTextOutput = R"({
  "type": "object",
  "properties": {
    "files": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "path": {"type": "string"},
        "namespace": {"type": "string", "description": "Namespace of pushed content with the lines; absent for the file itself."},
        "line_count": {"type": "integer", "description": "Number of matching lines."},
        "lines": {"type": "array", "items": {
          "type": "object",
          "properties": {
            "line": {"type": "integer"}, "text": {"type": "string"},
            "column": {"type": "integer", "description": "Column of the first match; absent for context lines."},
            "scope": {"type": "string", "description": "The definition around the line."},
            "scope_kind": {"type": "string"},
            "scope_lines": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
            "is_definition": {"type": "boolean"}},
          "required": ["line", "text"]}}},
      "required": ["path", "line_count", "lines"]}},
    "commit": {"type": "string", "description": "The commit searched; absent for the current files."},
    "total_lines": {"type": "integer"}, "total_files": {"type": "integer"},
    "is_whole": {"type": "boolean", "description": "false: counting stopped early; there are more."},
    "shown_lines": {"type": "integer"}, "searched_files": {"type": "integer"},
    "masked_lines": {"type": "integer"}, "left_out_files": {"type": "integer"},
    "execution_time_ms": {"type": "number"},
    "warnings": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["files", "total_lines", "total_files", "is_whole", "shown_lines", "searched_files", "masked_lines", "left_out_files", "execution_time_ms", "warnings"]
})";

mcp::ToolResult search_text_tool(ProjectHost& host, const json::Value& value,
                                 const mcp::RequestContext& context) {
  const auto request = text_request(value, "arguments");
  if (!request) {
    auto error = request.error();
    error.context = "checking the tool's arguments";
    error.action = "Correct that argument.";
    return refusal(std::move(error));
  }
  auto project = project_of_call(host, request->project_id, context);
  if (!project) return refusal(project.error());
  auto found = (*project)->find_text(request->search, request->hits, call_of(context));
  if (!found) return refusal(found.error());
  fit(*found, std::max<std::size_t>((*project)->settings().limits.token_limit, kLeastTokens));
  mcp::ToolResult out;
  out.text = text_of(*found);
  out.structured = to_json(*found);
  return out;
}

}  // namespace

mcp::Tool make_search_text_tool(std::shared_ptr<ProjectHost> host) {
  auto tool = make_host_tool(
      {"search_text", "Search exact text", kTextDescription, kTextInput, kTextOutput},
      std::move(host), &search_text_tool);
  tool.meta = json::Object{{"anthropic/maxResultSizeChars", kMostResultChars}};
  return tool;
}

}  // namespace codeweaver::service
