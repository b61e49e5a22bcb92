// The find_code tool: arguments to SearchOptions, the answer to text and structured content.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "find_code_tool.hpp"

#include <algorithm>
#include <string>

#include "codeweaver/text/token_count.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::example {
namespace {

constexpr std::string_view kInputSchema = R"({
  "type": "object",
  "properties": {
    "query": {"type": "string", "description": "What to look for: a question in plain words, a name, or a pasted snippet."},
    "intent": {"type": "string", "description": "understand, implement, debug, optimize, test, configure or document; detected when left out."},
    "token_limit": {"type": "integer", "minimum": 1, "maximum": 1000000, "description": "Hard upper bound on the tokens of the answer (default 10000)."},
    "include_tests": {"type": "boolean", "description": "Also search test files (default false, true when the intent is test)."},
    "focus_languages": {"type": "array", "items": {"type": "string"}, "description": "Only these languages, e.g. [\"python\"]."},
    "max_results": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Most matches to return (default 50)."},
    "detail": {"type": "string", "enum": ["summary", "snippet", "full"], "description": "How much of each match (default snippet)."},
    "task": {"type": "string", "enum": ["debug", "default", "document", "implement", "local_edit", "refactor", "review", "search", "test"], "description": "What you are doing, for the ranking."},
    "file_type": {"type": "string", "description": "Only this extension, e.g. \"py\"."},
    "directory": {"type": "string", "description": "Only this folder and below."},
    "file_glob": {"type": "string", "description": "Only paths that match, e.g. \"src/**/*.ts\"."},
    "min_similarity": {"type": "number", "minimum": 0, "maximum": 1, "description": "Leave out weaker matches (default 0.3)."}
  },
  "required": ["query"],
  "additionalProperties": false
})";

constexpr std::string_view kOutputSchema = R"({
  "type": "object",
  "properties": {
    "matches": {"type": "array", "items": {"type": "object"}},
    "summary": {"type": "string"},
    "query_intent": {"type": "string"},
    "total_matches": {"type": "integer"},
    "total_results": {"type": "integer"},
    "token_count": {"type": "integer"},
    "execution_time_ms": {"type": "number"},
    "search_strategy": {"type": "array", "items": {"type": "string"}},
    "languages_found": {"type": "array", "items": {"type": "string"}},
    "warnings": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["matches", "summary", "total_matches", "total_results", "token_count", "execution_time_ms", "search_strategy", "languages_found"]
})";

constexpr std::size_t kDefaultTokenLimit = 10'000;
constexpr std::size_t kDefaultResults = 50;

/// Typed access to arguments that the schema has checked; null means not given.
class Arguments {
 public:
  explicit Arguments(const json::Value& value) : value_(value) {}

  std::string text(std::string_view key) const {
    const auto* found = value_.find(key);
    return found != nullptr && found->is_string() ? *found->if_string() : std::string{};
  }
  std::size_t count(std::string_view key, std::size_t fallback) const {
    const auto* found = value_.find(key);
    const auto* number = found != nullptr ? found->if_integer() : nullptr;
    return number != nullptr ? static_cast<std::size_t>(*number) : fallback;
  }
  const json::Value* find(std::string_view key) const { return value_.find(key); }

 private:
  const json::Value& value_;
};

SearchOptions options_of(const Arguments& arguments) {
  SearchOptions options;
  options.top_k = arguments.count("max_results", kDefaultResults);
  options.token_limit = arguments.count("token_limit", kDefaultTokenLimit);
  options.detail = parse_detail(arguments.text("detail")).value_or(Detail::kSnippet);
  options.task = parse_agent_task(arguments.text("task"));
  options.deadline = std::chrono::seconds(3);
  if (const auto intent = arguments.text("intent"); !intent.empty()) options.intent = intent;
  auto& filter = options.filter;
  if (const auto* tests = arguments.find("include_tests"); tests != nullptr && tests->if_bool())
    filter.include_tests = *tests->if_bool();
  if (const auto* languages = arguments.find("focus_languages");
      languages != nullptr && languages->is_array())
    for (const auto& language : *languages->if_array())
      filter.focus_languages.push_back(*language.if_string());
  filter.file_type = arguments.text("file_type");
  filter.directory = arguments.text("directory");
  filter.file_glob = arguments.text("file_glob");
  if (const auto* similarity = arguments.find("min_similarity"); similarity != nullptr)
    filter.min_similarity = similarity->if_number().value_or(filter.min_similarity);
  return options;
}

/// Short text for models that read no structured content.
std::string as_text(const FindCodeResponseSummary& answer) {
  std::string out = answer.summary + '\n';
  for (const auto& suggestion : answer.suggestions) out += "- " + suggestion + '\n';
  for (const auto& warning : answer.warnings) out += "Warning: " + warning + '\n';
  std::size_t number = 0;
  for (const auto& match : answer.matches)
    out += '\n' + std::to_string(++number) + ". " + match.file.path + ':' +
           std::to_string(match.span.start_line) + '-' + std::to_string(match.span.end_line) +
           '\n' + match.content.content;
  return out;
}

/// Drops the weakest matches until text and structured content both fit the limit: JSON adds names
/// and numbers to what the library counted.
mcp::ToolResult fitted(FindCodeResponseSummary answer, std::size_t token_limit) {
  for (;;) {
    answer.token_count = token_limit;  // at least as long as the number that replaces it
    auto structured = json::to_json(answer);
    auto text = as_text(answer);
    const auto tokens =
        std::max(text::count_tokens(json::dump(structured)), text::count_tokens(text));
    if (tokens <= token_limit || answer.matches.empty()) {
      answer.token_count = tokens;
      return {std::move(text), json::to_json(answer), false};
    }
    // In proportion to the excess, so that this ends after a few rounds.
    const auto kept =
        std::min(answer.matches.size() - 1, answer.matches.size() * token_limit / tokens);
    answer.matches.resize(kept);
    answer.total_results = kept;
  }
}

}  // namespace

mcp::Tool make_find_code_tool(CodeWeaver& workspace) {
  mcp::Tool tool;
  tool.name = "find_code";
  tool.title = "Find code";
  tool.description =
      "Finds code and documents of this project by meaning, by name or by pasted snippet, ranked, "
      "with file, lines and content. Use it before grep: it knows what code does.";
  tool.input_schema = *json::parse(kInputSchema);
  tool.output_schema = *json::parse(kOutputSchema);
  tool.call = [&workspace](const json::Value& value, const mcp::CallContext& context) {
    const Arguments arguments(value);
    context.progress(0, 1, "searching");
    auto options = options_of(arguments);
    const auto limit = options.token_limit;
    auto answer = workspace.find_code(arguments.text("query"), std::move(options), context.stop());
    if (!answer) return mcp::ToolResult::failure(answer.error());
    for (const auto& warning : answer->warnings) context.log("warning", warning);
    context.progress(1, 1, "done");
    return fitted(std::move(*answer), limit);
  };
  return tool;
}

}  // namespace codeweaver::example
