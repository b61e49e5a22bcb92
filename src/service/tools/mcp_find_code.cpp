// The find_code tool: turns arguments into a search and its answer into a page.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/doubt.hpp"
#include "codeweaver/search_wordings.hpp"
#include "json/given_search_options.hpp"
#include "json/writer.hpp"
#include "service/hosting/query_limit.hpp"
#include "service/tools/mcp_arguments.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_page.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_search.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kFindCodeDescription =
    "Searches a project's code and documents by meaning, name or snippet. Returns ranked matches "
    "with file, line range and best lines. Use it before grep or reading files: one call answers "
    "\"where is X done\", \"how does Y work\", \"what is Z\". Ask in plain words, or give an exact "
    "name or a snippet. Narrow with directory, file_glob or focus_languages. detail \"full\" "
    "returns whole definitions; next_cursor gets the next page.";

constexpr std::string_view kFindCodeInput = R"({
  "type": "object",
  "properties": {
    "query": {"type": "string", "description": "A question in plain words, a name, a pasted snippet or an error message."},
    "detail": {"type": "string", "enum": ["summary", "snippet", "full"], "description": "Code of each match. summary: the signature. snippet (default): short definitions whole, long ones as signature and best lines. full: all code, with context and audit."},
    "max_results": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Maximum matches per page (default 50)."},
    "token_limit": {"type": "integer", "minimum": 200, "maximum": 1000000, "description": "Maximum tokens of the answer (default 10000). If set, as many matches as fit are shown whole. If neither it nor max_results is set, a page of snippets has about 2000 tokens of text and 2000 of structured content."},
    "cursor": {"type": "string", "description": "next_cursor of the previous page; repeat its other arguments."},
    "project_id": {"type": "string", "description": "The project to search (see list_projects); default: the active one."}
  },
  "required": ["query"],
  "additionalProperties": false
})";

constexpr std::string_view kFindCodeOutput = R"({
  "type": "object",
  "properties": {
    "matches": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "file": {"type": "object", "properties": {
          "path": {"type": "string", "description": "Relative to the project's root."},
          "absolute_path": {"type": "string"}, "language": {"type": "string"},
          "size_bytes": {"type": "integer"}, "last_modified": {"type": "number"},
          "ext_kind": {"type": "object", "properties": {"extension": {"type": "string"}, "category": {"type": "string"}}},
          "is_test": {"type": "boolean"}, "is_generated": {"type": "boolean"}, "content_hash": {"type": "string"}},
          "required": ["path"]},
        "content": {"type": "object", "properties": {
          "content": {"type": "string", "description": "The code, cut as detail says; a line \"...\" marks omitted lines."},
          "line_range": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
          "file_path": {"type": "string"}, "language": {"type": "string"},
          "source": {"type": "string", "enum": ["text_block", "file", "ast_node"]},
          "ext_kind": {"type": "object", "properties": {"extension": {"type": "string"}, "category": {"type": "string"}}},
          "timestamp": {"type": "number"}, "chunk_id": {"type": "string"}, "parent_id": {"type": "string"},
          "metadata": {"type": "object", "additionalProperties": {"type": "string"}},
          "chunk_name": {"type": "string", "description": "file:qualified.name"},
          "semantic_class": {"type": "string"}},
          "required": ["content"]},
        "span": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2, "description": "First and last line, from 1."},
        "relevance_score": {"type": "number", "minimum": 0, "maximum": 1},
        "similarity": {"type": "number", "minimum": 0, "maximum": 1},
        "dense_score": {"type": "number"}, "sparse_score": {"type": "number"},
        "rerank_score": {"type": "number"}, "semantic_score": {"type": "number"},
        "match_type": {"type": "string", "enum": ["semantic", "syntactic", "keyword", "file_pattern"]},
        "related_symbols": {"type": "array", "items": {"type": "string"}},
        "callers": {"type": "object", "properties": {"total": {"type": "integer"}, "tests": {"type": "integer"}}},
        "context_before": {"type": "array", "items": {"type": "string"}},
        "context_after": {"type": "array", "items": {"type": "string"}},
        "audit": {"type": "object", "properties": {
          "node_id": {"type": "string"}, "project": {"type": "string"}, "namespace": {"type": "string"},
          "chunk_strategy": {"type": "string"}, "source_system": {"type": "string"}, "source_batch_id": {"type": "string"},
          "git_commit": {"type": "string"}, "git_branch": {"type": "string"}, "git_dirty": {"type": "boolean"},
          "source_captured_at": {"type": "string"}, "indexed_at": {"type": "string"}, "indexer_version": {"type": "string"},
          "embedder_provider": {"type": "string"}, "embedder_model": {"type": "string"}, "vector_backend": {"type": "string"}}}
      },
      "required": ["file", "content", "span", "relevance_score", "match_type"]}},
    "summary": {"type": "string", "description": "The best three matches in words; begins with \"Nothing matches well\" if confidence is below 0.26. Then the first page lists only the nearest three (or max_results) without bodies, unless detail is given."},
    "query_intent": {"type": "string"},
    "total_matches": {"type": "integer", "description": "Candidates after filters, before ranking."},
    "total_results": {"type": "integer", "description": "Matches on this page."},
    "token_count": {"type": "integer", "description": "Tokens of this answer: text and structured content."},
    "execution_time_ms": {"type": "number"},
    "search_strategy": {"type": "array", "items": {"type": "string", "enum": ["hybrid_search", "semantic_rerank", "sparse_only", "dense_only", "keyword_fallback"]}},
    "languages_found": {"type": "array", "items": {"type": "string"}},
    "warnings": {"type": "array", "items": {"type": "string"}},
    "suggestions": {"type": "array", "items": {"type": "string"}, "description": "Advice if nothing was found."},
    "interpreted_query": {"type": "string", "description": "How a query with exact parts was read. ref: and ref-of: match by name only."},
    "exact_files": {"type": "integer", "description": "Files that match the exact parts of the query."},
    "call_graph": {"type": "object", "description": "Set if the matches come from the call graph: relation, start, depth, count, by_name, is_cut."},
    "searched_chunks": {"type": "integer"}, "searched_files": {"type": "integer"}, "generation": {"type": "integer"},
    "ref": {"type": "string"}, "commit": {"type": "string"}, "changed_in": {"type": "string"},
    "confidence": {"type": "number", "minimum": 0, "maximum": 1, "description": "Probability that the first match is right; 0 without matches. Only for hybrid search with the built-in embedder, word index and reranker."},
    "coverage": {"type": "number", "minimum": 0, "maximum": 1, "description": "While the first index is being built: share of the files that were searched."},
    "seconds_left": {"type": "number", "minimum": 0, "description": "Estimated seconds until the first index is complete, if known."},
    "next_cursor": {"type": "string", "description": "Pass it as cursor to get the next page."}
  },
  "required": ["matches", "summary", "total_matches", "total_results", "token_count", "execution_time_ms", "search_strategy", "languages_found", "warnings"]
})";

constexpr std::size_t kSnippetTokens = 2'000;  // per form of a page, unless arguments set a limit
constexpr std::size_t kLeastCandidates = 100;  // per retrieval side

/// Identifies the query of a cursor: the project and all arguments that select or order matches.
std::uint64_t hash_of_arguments(const json::Value& arguments, const std::string& project_id) {
  auto members = *arguments.if_object();
  std::erase_if(members, [](const json::Member& member) {
    return member.value.is_null() || member.key == "cursor" || member.key == "token_limit" ||
           member.key == "detail" || member.key == "project_id";
  });
  std::ranges::sort(members, {}, &json::Member::key);
  return base::hash64(project_id + '\n' + json::dump(members));
}

PageLimits limits_of(const Arguments& arguments, const Settings& settings) {
  PageLimits limits;
  const auto results = arguments.count("max_results"), tokens = arguments.count("token_limit");
  limits.detail = parse_detail(arguments.text("detail")).value_or(Detail::kSnippet);
  limits.max_results = results.value_or(settings.limits.max_results);
  if (tokens) limits.most_whole = limits.max_results;
  if (arguments.text("detail").empty()) limits.nearest = results.value_or(kNearestShown);
  limits.query = arguments.text("query");
  limits.token_limit =
      std::max<std::size_t>(tokens.value_or(settings.limits.token_limit), kLeastTokens);
  if (!results && !tokens && limits.detail != Detail::kFull)
    limits.token_aim = std::min(kSnippetTokens, limits.token_limit);
  return limits;
}

/// The schema of the arguments: those above, then the search options of the table.
std::string input_schema() {
  auto schema = *json::parse(kFindCodeInput);
  auto properties = *schema.find("properties");
  for (const auto& option : json::search_option_table()) {
    if (!option.is_on(json::kOnMcp)) continue;
    auto described = json::option_schema(option);
    if (option.name == "include_tests")
      described.set("description", "Also search test files (default: only if the intent is test).");
    properties.set(std::string(option.name), std::move(described));
  }
  schema.set("properties", std::move(properties));
  return json::dump(schema);
}

/// The search options among the arguments. Errors: an option does not fit.
Result<json::GivenSearchOptions> given_options(const json::Value& value) {
  json::GivenSearchOptions given;
  json::MemberReader reader(value, "arguments");
  given.read(reader, json::kOnMcp);
  auto read = reader.finish(std::move(given));
  if (read) return read;
  auto error = read.error();
  error.context = "checking the tool's arguments";
  error.action = "Correct that argument.";
  return error;
}

/// All pages are cut from one list, so the length of the list must not depend on the page.
SearchOptions options_of(const json::GivenSearchOptions& given, const PageLimits& limits,
                         SearchOptions options) {
  options.top_k = std::max({limits.max_results, options.rerank_depth, kLeastCandidates});
  if (options.candidates == 0)
    options.candidates = std::max(kLeastCandidates, 2 * limits.max_results);
  options.detail = limits.detail;
  options.count_callers = true;
  return given.apply_to(std::move(options));
}

mcp::ToolResult find_code(ProjectHost& host, const json::Value& value,
                          const mcp::RequestContext& context) {
  const Arguments arguments(value);
  auto project = project_of_call(host, arguments.text("project_id"), context);
  if (!project) return refusal(project.error());
  const auto& settings = (*project)->settings();
  auto limits = limits_of(arguments, settings);
  limits.question = hash_of_arguments(value, (*project)->project().project_id);
  PageCursor cursor;
  if (const auto given = arguments.text("cursor"); !given.empty()) {
    auto read = read_cursor(given, limits.question);
    if (!read) return refusal(read.error());
    cursor = *read;
    limits.offset = cursor.offset;
  }
  const auto given = given_options(value);
  if (!given) return refusal(given.error());
  const auto options = options_of(*given, limits, (*project)->search_options());
  const auto ask_one = [&](std::string_view wording, const SearchOptions& within) {
    return search_limited(wording, settings, [&](std::string_view text) {
      return (*project)->find_code(std::string(text), within, call_of(context));
    });
  };
  const auto ask = [&](std::string_view query) {
    return search_wordings(query, given->queries(), options, ask_one);
  };
  auto answer = search_with_progress(**project, arguments.text("query"), context, ask);
  if (!answer) return refusal(answer.error());
  if (limits.offset > 0 && cursor.generation != answer->generation)
    answer->warnings.push_back(
        "The index changed since the first page; matches may be repeated or missing");
  auto page = make_page(std::move(*answer), limits);
  mcp::ToolResult result;
  result.text = std::move(page.text);
  result.structured = std::move(page.structured);
  return result;
}

}  // namespace

mcp::Tool make_find_code_tool(std::shared_ptr<ProjectHost> host) {
  const auto schema = input_schema();
  auto tool =
      make_host_tool({"find_code", "Find code", kFindCodeDescription, schema, kFindCodeOutput},
                     std::move(host), &find_code);
  tool.other_names = {{"limit", "max_results"}};
  tool.meta = json::Object{{"anthropic/maxResultSizeChars", kMostResultChars}};
  return tool;
}

}  // namespace codeweaver::service
