// The search_code tool: a plain list of results, as in other code-search servers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/counted.hpp"
#include "base/printable.hpp"
#include "codeweaver/detail/monotone.hpp"
#include "codeweaver/doubt.hpp"
#include "codeweaver/match_place.hpp"
#include "codeweaver/text/token_count.hpp"
#include "json/writer.hpp"
#include "service/hosting/interpretation.hpp"
#include "service/tools/mcp_arguments.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_page.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_search.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kSearchDescription =
    "Searches a project's code in natural language. Returns the full code of every match with "
    "three lines of context and a similarity from 0 to 1. Prefer find_code, which uses fewer "
    "tokens and has more filters, unless you need the full code of all matches at once.";

constexpr std::string_view kSearchInput = R"({
  "type": "object",
  "properties": {
    "query": {"type": "string", "description": "A question in plain words, a name or a snippet."},
    "project_id": {"type": "string", "description": "The project to search (see list_projects); default: the active one."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Maximum results (default 10)."},
    "file_type": {"type": "string", "description": "Only this extension, e.g. \"py\"."},
    "directory": {"type": "string", "description": "Only this folder and its subfolders, relative to the project or absolute, e.g. \"backend/api\"."},
    "paths": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "description": "Only paths that match one of these; \"!\" excludes. E.g. [\"src\", \"**/*.{ts,tsx}\", \"!vendor\"]."}
  },
  "required": ["query"],
  "additionalProperties": false
})";

constexpr std::string_view kSearchOutput = R"({
  "type": "object",
  "properties": {
    "results": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "file_path": {"type": "string"},
        "start_line": {"type": "integer"}, "end_line": {"type": "integer"},
        "content": {"type": "string"},
        "context_before": {"type": "string"}, "context_after": {"type": "string"},
        "similarity_score": {"type": "number", "minimum": 0, "maximum": 1},
        "project_id": {"type": "string"}
      },
      "required": ["file_path", "start_line", "end_line", "content", "context_before", "context_after", "similarity_score", "project_id"]}},
    "total": {"type": "integer", "description": "Number of results."},
    "latency_ms": {"type": "number"},
    "message": {"type": "string"},
    "coverage": {"type": "number", "minimum": 0, "maximum": 1, "description": "While the first index is being built: share of the files that were searched."},
    "seconds_left": {"type": "number", "minimum": 0, "description": "Estimated seconds until all files are indexed, if known."},
    "suggestions": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["results", "total", "latency_ms", "message", "suggestions"]
})";

constexpr std::size_t kDefaultLimit = 10;

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const auto& line : lines) out += line + '\n';
  return out;
}

/// The similarities, adjusted so that they never rise from one result to the next.
std::vector<double> scores_of(const FindCodeResponseSummary& answer) {
  std::vector<double> out;
  for (const auto& match : answer.matches) out.push_back(match.similarity);
  return rank::falling_scores(out);
}

json::Value result_json(const CodeMatch& match, double score) {
  return json::Object{{"file_path", match.file.path},
                      {"start_line", match.span.start_line},
                      {"end_line", match.span.end_line},
                      {"content", match.content.content},
                      {"context_before", joined(match.context_before)},
                      {"context_after", joined(match.context_after)},
                      {"similarity_score", score},
                      {"project_id", match.audit.project}};
}

/// The message next to the results: the number found and all warnings.
std::string message_of(const FindCodeResponseSummary& answer, const Arguments& arguments,
                       std::size_t shown) {
  std::string out;
  if (answer.matches.empty()) {
    const auto directory = arguments.text("directory");
    out = directory.empty() ? "No results found" : "No results in directory " + directory;
    out += " (searched " + base::counted(answer.searched_chunks, "chunk") + " across " +
           base::counted(answer.searched_files, "file") + ")";
  } else {
    if (is_doubtful(answer)) out = doubt_text(*answer.confidence) + ". ";
    out += "Found " + base::counted(answer.matches.size(), "result");
    if (shown < answer.matches.size())
      out += "; " + std::to_string(shown) + " shown because of the token limit";
  }
  if (const auto read = interpretation_of(answer); !read.empty()) out += ". " + read;
  for (const auto& warning : answer.warnings) out += ". " + warning;
  return out;
}

mcp::ToolResult result_of(const FindCodeResponseSummary& answer, const Arguments& arguments,
                          std::size_t token_limit) {
  json::Value suggestions = json::Array{};
  for (const auto& suggestion : answer.suggestions) suggestions.push_back(suggestion);
  const auto scores = scores_of(answer);
  mcp::ToolResult out;
  const auto write = [&](std::size_t shown) {
    json::Value results = json::Array{};
    out.text = message_of(answer, arguments, shown) + '\n';
    for (const auto& suggestion : answer.suggestions) out.text += "- " + suggestion + '\n';
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& match = answer.matches[i];
      results.push_back(result_json(match, scores[i]));
      out.text +=
          '\n' + std::to_string(i + 1) + ". " + place_of(match) + '\n' + match.content.content;
      if (!out.text.ends_with('\n')) out.text += '\n';
    }
    out.text = base::printable_lines(out.text);
    out.structured = json::Object{{"results", std::move(results)},
                                  {"total", shown},
                                  {"latency_ms", answer.execution_time_ms},
                                  {"message", message_of(answer, arguments, shown)},
                                  {"suggestions", suggestions}};
    if (answer.coverage) out.structured->set("coverage", *answer.coverage);
    if (answer.seconds_left) out.structured->set("seconds_left", *answer.seconds_left);
    return text::count_tokens(out.text) + text::count_tokens(json::dump(*out.structured)) <=
           token_limit;
  };
  std::size_t fits = 0, too_many = answer.matches.size();
  if (write(too_many)) return out;
  while (too_many - fits > 1) {
    const auto middle = fits + (too_many - fits) / 2;
    (write(middle) ? fits : too_many) = middle;
  }
  write(fits);
  return out;
}

mcp::ToolResult search_code(ProjectHost& host, const json::Value& value,
                            const mcp::RequestContext& context) {
  const Arguments arguments(value);
  auto project = project_of_call(host, arguments.text("project_id"), context);
  if (!project) return refusal(project.error());
  auto options = (*project)->search_options();
  options.top_k = arguments.count("limit").value_or(kDefaultLimit);
  options.detail = Detail::kFull;
  options.filter.file_type = arguments.text("file_type");
  options.filter.directory = arguments.text("directory");
  options.filter.paths = arguments.texts("paths");
  const auto ask = [&](std::string_view query) {
    return (*project)->search(query, options, call_of(context));
  };
  const auto answer = search_with_progress(**project, arguments.text("query"), context, ask);
  if (!answer) return refusal(answer.error());
  return result_of(*answer, arguments,
                   std::max<std::size_t>((*project)->settings().limits.token_limit, kLeastTokens));
}

}  // namespace

mcp::Tool make_search_code_tool(std::shared_ptr<ProjectHost> host) {
  auto tool = make_host_tool(
      {"search_code", "Search code", kSearchDescription, kSearchInput, kSearchOutput},
      std::move(host), &search_code);
  tool.meta = json::Object{{"anthropic/maxResultSizeChars", kMostResultChars}};
  return tool;
}

}  // namespace codeweaver::service
