// The search_text tool: lines that hold exact text or match a regular expression.
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
    "Finds every line that matches a regular expression (Rust syntax, as ripgrep takes it) or, "
    "with "
    "fixed, holds a text as it stands, in the files as they are now. Use it like grep: for an "
    "error "
    "message, a flag, every use of a name. Answers are grouped by file, definitions and code "
    "first, with the definition that holds each line and the counts of all. For questions in words "
    "use find_code.";

constexpr std::string_view kTextInput = R"({
  "type": "object",
  "properties": {
    "pattern": {"type": "string", "description": "A regular expression for one line, e.g. \"retry\\\\(\\\\d+\"; a plain text with fixed."},
    "fixed": {"type": "boolean", "description": "The pattern stands for itself."},
    "perl": {"type": "boolean", "description": "The pattern is in Perl's syntax (-P of grep): look-around, back-references."},
    "ignore_case": {"type": "boolean", "description": "Upper and lower case are the same."},
    "word": {"type": "boolean", "description": "Whole words only."},
    "paths": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "description": "Only these files and folders, relative to the project."},
    "globs": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "description": "Only files that match, behind ! those that do not, e.g. [\"*.go\", \"!*_test.go\"]."},
    "types": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "description": "Only files of these types, e.g. [\"py\"]; behind ! those left out."},
    "hidden": {"type": "boolean", "description": "Also names that begin with a dot."},
    "purpose": {"type": "string", "enum": ["code_search", "atlas_graph", "docs_search"], "description": "Search what other tools pushed for this purpose, instead of the files."},
    "chunk_strategy": {"type": "string", "description": "Search what was pushed with this chunk strategy, e.g. code_atlas_provider."},
    "ref": {"type": "string", "description": "Search this branch, tag or commit, without a checkout."},
    "changed_in": {"type": "string", "description": "Only lines that a difference adds or changes: main..feature, or HEAD~3 for what changed since."},
    "context": {"type": "integer", "minimum": 0, "maximum": 50, "description": "Lines shown before and after each match (default 0)."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Most matching lines shown (default 100)."},
    "sort": {"type": "string", "enum": ["rank", "path"], "description": "rank (default): definitions and code first; path: in the order of paths."},
    "project_id": {"type": "string", "description": "The project (see list_projects); the active one when left out."}
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
        "namespace": {"type": "string", "description": "What other tools pushed there has the lines; absent: the file itself."},
        "line_count": {"type": "integer", "description": "Lines that match."},
        "lines": {"type": "array", "items": {
          "type": "object",
          "properties": {
            "line": {"type": "integer"}, "text": {"type": "string"},
            "column": {"type": "integer", "description": "Of the first match; absent from lines around one."},
            "scope": {"type": "string", "description": "The definition that holds the line."},
            "scope_kind": {"type": "string"},
            "scope_lines": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
            "is_definition": {"type": "boolean"}},
          "required": ["line", "text"]}}},
      "required": ["path", "line_count", "lines"]}},
    "commit": {"type": "string", "description": "Whose files were searched; absent: the files as they are now."},
    "total_lines": {"type": "integer"}, "total_files": {"type": "integer"},
    "is_whole": {"type": "boolean", "description": "false: counting ended early, there are more."},
    "shown_lines": {"type": "integer"}, "searched_files": {"type": "integer"},
    "masked_lines": {"type": "integer"}, "left_out_files": {"type": "integer"},
    "execution_time_ms": {"type": "number"},
    "warnings": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["files", "total_lines", "total_files", "is_whole", "shown_lines", "searched_files", "masked_lines", "left_out_files", "execution_time_ms", "warnings"]
})";

mcp::ToolResult search_text_tool(ProjectHost& host, const json::Value& value,
                                 const mcp::CallContext& context) {
  const auto request = text_request(value, "arguments");
  if (!request) {
    auto error = request.error();
    error.context = "checking the tool's arguments";
    error.action = "Correct that argument.";
    return refusal(std::move(error));
  }
  auto project = project_of_call(host, request->project_id, context);
  if (!project) return refusal(project.error());
  auto found = (*project)->find_text(request->search, request->hits, context.stop());
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
