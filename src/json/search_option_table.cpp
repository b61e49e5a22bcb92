// The table of search options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <limits>

#include "json/search_option.hpp"

namespace codeweaver::json {
namespace {

using S = SearchOptions;
using V = OptionValue;

std::size_t count_in(const V& value) {
  return static_cast<std::size_t>(std::get<std::uint64_t>(value));
}
const std::string& text_in(const V& value) {
  return std::get<std::string>(value);
}
const std::vector<std::string>& texts_in(const V& value) {
  return std::get<std::vector<std::string>>(value);
}

constexpr std::array<std::string_view, 3> kDetailNames = {"summary", "snippet", "full"};
constexpr std::array<std::string_view, 3> kPurposeNames = {"code_search", "atlas_graph",
                                                           "docs_search"};
constexpr std::array<std::string_view, 2> kFusionNames = {"rrf", "weighted"};

constexpr std::uint8_t kEverywhere = kOnCli | kOnMcp | kOnHttp | kOnPython | kOnC;
constexpr std::uint8_t kNotInC = kEverywhere & ~kOnC;
constexpr std::uint8_t kNotMcp = kEverywhere & ~kOnMcp;
constexpr OptionRange kHundredItems{0, 100};

constexpr SearchOption kTable[] = {
    {.name = "limit",
     .option = "-l,--limit",
     .type = OptionType::kCount,
     .places = kNotMcp,
     .text = "Maximum number of matches (default: 10)",
     .store = [](S& o, const V& v) { o.top_k = count_in(v); },
     .range = OptionRange{1, 1000},
     .old_name = "top_k",
     .member = "top_k",
     .number = [](const S& o) { return static_cast<double>(o.top_k); }},
    {.name = "queries",
     .option = "--query",
     .type = OptionType::kTexts,
     .places = kEverywhere,
     .text = "The same question in other words; the results are merged",
     .range = OptionRange{0, 5}},
    {.name = "intent",
     .option = "-i,--intent",
     .type = OptionType::kChoice,
     .places = kEverywhere,
     .text = "Purpose of the question. Detected if omitted",
     .store = [](S& o, const V& v) { o.intent = text_in(v); },
     .choices = kIntentTypeNames},
    {.name = "task",
     .option = "--task",
     .type = OptionType::kChoice,
     .places = kEverywhere,
     .text = "Task for which you need the matches; affects the ranking. Derived from the intent if "
             "omitted",
     .store = [](S& o, const V& v) { o.task = parse_agent_task(text_in(v)); },
     .choices = kAgentTaskNames},
    {.name = "token_limit",
     .option = "--token-limit",
     .type = OptionType::kCount,
     .places = kNotMcp,
     .text = "Maximum tokens of all matches together; 0: no limit",
     .store = [](S& o, const V& v) { o.token_limit = count_in(v); },
     .range = OptionRange{0, 1e9}},
    {.name = "detail",
     .option = "--detail",
     .type = OptionType::kChoice,
     .places = kNotMcp,
     .text = "How much of each match to show",
     .store = [](S& o, const V& v) { o.detail = *parse_detail(text_in(v)); },
     .choices = kDetailNames},
    {.name = "context_lines",
     .option = "",
     .type = OptionType::kCount,
     .places = kOnHttp | kOnPython | kOnC,
     .text = "Lines before and after each match",
     .store = [](S& o, const V& v) { o.context_lines = count_in(v); },
     .range = OptionRange{0, 100},
     .number = [](const S& o) { return static_cast<double>(o.context_lines); }},
    {.name = "include_tests",
     .option = "--include-tests,!--no-include-tests",
     .type = OptionType::kFlag,
     .places = kEverywhere & ~kOnC,
     .text = "Also search test files (default: on)",
     .store = [](S& o, const V& v) { o.filter.include_tests = std::get<bool>(v); }},
    {.name = "focus_languages",
     .option = "--language",
     .type = OptionType::kTexts,
     .places = kEverywhere,
     .text = "Only these languages, such as python",
     .store = [](S& o, const V& v) { o.filter.focus_languages = texts_in(v); },
     .range = kHundredItems},
    {.name = "directory",
     .option = "--directory",
     .type = OptionType::kText,
     .places = kEverywhere,
     .text = "Only this folder and its subfolders, relative to the project or absolute",
     .store = [](S& o, const V& v) { o.filter.directory = text_in(v); }},
    {.name = "file_glob",
     .option = "--file-glob",
     .type = OptionType::kText,
     .places = kNotInC,
     .text = "Only paths that match, such as 'src/**/*.{ts,js}'; a pattern without '/' matches "
             "file names",
     .store = [](S& o, const V& v) { o.filter.file_glob = text_in(v); }},
    {.name = "paths",
     .option = "--path",
     .type = OptionType::kTexts,
     .places = kEverywhere,
     .text = "Only paths that match one of these; a pattern with '!' excludes paths",
     .store = [](S& o, const V& v) { o.filter.paths = texts_in(v); },
     .range = kHundredItems},
    {.name = "file_type",
     .option = "--file-type",
     .type = OptionType::kText,
     .places = kNotInC,
     .text = "Only files with this extension, such as py",
     .store = [](S& o, const V& v) { o.filter.file_type = text_in(v); }},
    {.name = "min_similarity",
     .option = "--min-similarity",
     .type = OptionType::kNumber,
     .places = kNotInC,
     .text = "Drop matches with a lower similarity, except exact matches (default: 0.3, but not if "
             "the answer is doubtful)",
     .store = [](S& o, const V& v) { o.filter.min_similarity = std::get<double>(v); },
     .range = OptionRange{0, 1},
     .number = [](const S& o) { return o.filter.min_similarity.value_or(o.min_similarity); }},
    {.name = "purpose",
     .option = "--purpose",
     .type = OptionType::kChoice,
     .places = kNotInC,
     .text = "Only namespaces of this purpose",
     .store = [](S& o, const V& v) { o.filter.purpose = parse_purpose(text_in(v)); },
     .choices = kPurposeNames},
    {.name = "chunk_strategy",
     .option = "--chunk-strategy",
     .type = OptionType::kText,
     .places = kNotInC,
     .text = "Only namespaces of this chunk strategy",
     .store = [](S& o, const V& v) { o.filter.chunk_strategy = text_in(v); }},
    {.name = "ref",
     .option = "--ref",
     .type = OptionType::kText,
     .places = kEverywhere,
     .text = "Search a branch, tag or commit instead of the working tree",
     .store = [](S& o, const V& v) { o.ref = text_in(v); }},
    {.name = "changed_in",
     .option = "--changed-in",
     .type = OptionType::kText,
     .places = kEverywhere,
     .text = "Only code that a diff changes: A..B, A...B, or A (compared with the working tree)",
     .store = [](S& o, const V& v) { o.changed_in = text_in(v); }},
    {.name = "count_callers",
     .option = "--count-callers,!--no-count-callers",
     .type = OptionType::kFlag,
     .places = kEverywhere & ~kOnMcp,
     .text = "Say how many definitions call each of the first 20 matches",
     .store = [](S& o, const V& v) { o.count_callers = std::get<bool>(v); }},
    {.name = "explain",
     .option = "--explain",
     .type = OptionType::kFlag,
     .places = kNotMcp,
     .text = "Explain the rank of each match",
     .store = [](S& o, const V& v) { o.explain = std::get<bool>(v); }},
    {.name = "candidates",
     .option = "",
     .type = OptionType::kCount,
     .places = kOnPython,
     .text = "Candidates from each of the searches by words and by meaning; 0: max(100, 2 * limit)",
     .store = [](S& o, const V& v) { o.candidates = count_in(v); },
     .range = OptionRange{0, 100'000},
     .number = [](const S& o) { return static_cast<double>(o.candidates); }},
    {.name = "rerank_depth",
     .option = "",
     .type = OptionType::kCount,
     .places = kOnPython,
     .text = "Candidates that the reranker scores (default: 100)",
     .store = [](S& o, const V& v) { o.rerank_depth = count_in(v); },
     .range = OptionRange{0, 1000},
     .number = [](const S& o) { return static_cast<double>(o.rerank_depth); }},
    {.name = "fusion",
     .option = "",
     .type = OptionType::kChoice,
     .places = kOnPython,
     .text = "How to merge the candidates of the searches by words and by meaning (default: rrf)",
     .store =
         [](S& o, const V& v) {
           o.fusion = text_in(v) == "rrf" ? FusionMethod::kRrf : FusionMethod::kWeighted;
         },
     .choices = kFusionNames},
    {.name = "rrf_k",
     .option = "",
     .type = OptionType::kNumber,
     .places = kOnPython,
     .text = "Constant of reciprocal rank fusion (default: 60)",
     .store = [](S& o, const V& v) { o.rrf_k = std::get<double>(v); },
     .range = OptionRange{0, std::numeric_limits<double>::infinity(), true},
     .number = [](const S& o) { return o.rrf_k; }},
    {.name = "file_decay",
     .option = "",
     .type = OptionType::kNumber,
     .places = kOnPython,
     .text = "Factor on the relevance of each further match in a file; 1: none (default: 0.85)",
     .store = [](S& o, const V& v) { o.file_decay = std::get<double>(v); },
     .range = OptionRange{0, 1, true},
     .number = [](const S& o) { return o.file_decay; }},
};

}  // namespace

std::span<const SearchOption> search_option_table() {
  return kTable;
}

const SearchOption* find_search_option(std::string_view name) {
  const auto* found = std::ranges::find_if(kTable, [&](const SearchOption& option) {
    return option.name == name || (!option.old_name.empty() && option.old_name == name);
  });
  return found == std::end(kTable) ? nullptr : found;
}

}  // namespace codeweaver::json
