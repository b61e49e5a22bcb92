// The find_symbol tool: definitions by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "json/value_types.hpp"
#include "service/tools/mcp_arguments.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kFindSymbolDescription =
    "Finds the definition of a function, class, method or constant by its name or the end of its "
    "qualified name, in any spelling (\"acquire\", \"ConnectionPool.acquire\", "
    "\"connection_pool::acquire\"). Use it if you know the name; else find_code.";

constexpr std::string_view kFindSymbolInput = R"({
  "type": "object",
  "properties": {
    "name": {"type": "string", "description": "Name, qualified or not."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Maximum definitions (default 20)."},
    "project_id": {"type": "string", "description": "The project (see list_projects); default: the active one."}
  },
  "required": ["name"],
  "additionalProperties": false
})";

constexpr std::string_view kFindSymbolOutput = R"({
  "type": "object",
  "properties": {
    "symbols": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "name": {"type": "string"}, "qualified_name": {"type": "string"},
        "kind": {"type": "string", "description": "function, class, method, ..."},
        "path": {"type": "string"},
        "lines": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}},
      "required": ["name", "qualified_name", "kind", "path", "lines"]}},
    "total": {"type": "integer"},
    "warnings": {"type": "array", "items": {"type": "string"}},
    "suggestions": {"type": "array", "items": {"type": "string"}, "description": "Similar names, if no definition has this name."}
  },
  "required": ["symbols", "total", "warnings", "suggestions"]
})";

constexpr std::size_t kDefaultDefinitions = 20;
constexpr std::size_t kSuggestions = 10;

mcp::ToolResult find_symbol(ProjectHost& host, const json::Value& value,
                            const mcp::RequestContext& context) {
  const Arguments arguments(value);
  auto project = project_of_call(host, arguments.text("project_id"), context);
  if (!project) return refusal(project.error());
  const auto name = arguments.text("name");
  if (name.empty())
    return refusal({ErrorCategory::kInvalidArgument, "EMPTY_QUERY", "The name is empty",
                    "looking up a symbol", "Give the name of a definition."});
  std::vector<std::string> met;
  const auto found = (*project)->find_symbol(
      name, arguments.count("limit").value_or(kDefaultDefinitions), &met, call_of(context));
  if (!found) return refusal(found.error());
  mcp::ToolResult out;
  json::Value symbols = json::Array{}, warnings = json::Array{}, suggestions = json::Array{};
  for (const auto& symbol : *found) {
    symbols.push_back(json::to_json(symbol));
    out.text += symbol.path + ':' + std::to_string(symbol.lines.start_line) + '-' +
                std::to_string(symbol.lines.end_line) + ' ' + symbol.kind + ' ' +
                symbol.qualified_name + '\n';
  }
  const bool is_partial = (*project)->coverage_warning().has_value();
  if (found->empty()) {
    out.text = "No definition is called " + name +
               (is_partial ? " in the part indexed so far; try again later.\n"
                           : ". Use find_code to search by meaning.\n");
    for (const auto& like : (*project)->searchable().similar_symbols(name, kSuggestions)) {
      if (suggestions.if_array()->empty()) out.text += "Did you mean:\n";
      suggestions.push_back(like);
      out.text += "- " + like + '\n';
    }
  }
  for (const auto& warning : met) {
    warnings.push_back(warning);
    out.text += "Warning: " + warning + '\n';
  }
  out.structured = json::Object{{"symbols", std::move(symbols)},
                                {"total", found->size()},
                                {"warnings", std::move(warnings)},
                                {"suggestions", std::move(suggestions)}};
  return out;
}

}  // namespace

mcp::Tool make_find_symbol_tool(std::shared_ptr<ProjectHost> host) {
  return make_host_tool({"find_symbol", "Find a definition", kFindSymbolDescription,
                         kFindSymbolInput, kFindSymbolOutput},
                        std::move(host), &find_symbol);
}

}  // namespace codeweaver::service
