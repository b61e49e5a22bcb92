// Converts intents, matches and answers to JSON and back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/try.hpp"
#include "codeweaver/call_graph.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "json/member_reader.hpp"
#include "json/stage_times.hpp"
#include "json/value_types.hpp"

namespace codeweaver::json {
namespace {

/// The texts of an Audit with their names, in the order of the JSON.
struct AuditText {
  std::string_view key;
  std::string Audit::*text;
};
constexpr std::array kIdentity = {AuditText{"node_id", &Audit::node_id},
                                  AuditText{"project", &Audit::project},
                                  AuditText{"namespace", &Audit::name_space},
                                  AuditText{"chunk_strategy", &Audit::chunk_strategy},
                                  AuditText{"source_system", &Audit::source_system},
                                  AuditText{"source_batch_id", &Audit::source_batch_id},
                                  AuditText{"git_commit", &Audit::git_commit},
                                  AuditText{"git_branch", &Audit::git_branch}};
constexpr std::array kRun = {AuditText{"source_captured_at", &Audit::source_captured_at},
                             AuditText{"indexed_at", &Audit::indexed_at},
                             AuditText{"indexer_version", &Audit::indexer_version},
                             AuditText{"embedder_provider", &Audit::embedder_provider},
                             AuditText{"embedder_model", &Audit::embedder_model},
                             AuditText{"vector_backend", &Audit::vector_backend}};

template <std::size_t Size>
void set_texts(Value& object, const Audit& audit, const std::array<AuditText, Size>& texts) {
  for (const AuditText& entry : texts)
    if (!(audit.*entry.text).empty()) object.set(entry.key, audit.*entry.text);
}

Value list_of(const std::vector<std::string>& texts) {
  Array items;
  for (const std::string& text : texts) items.push_back(text);
  return items;
}

Value numbers(const std::map<std::string, double>& values) {
  Object members;
  for (const auto& [name, value] : values) members.push_back({name, value});
  return members;
}

template <class T>
void set_known(Value& object, std::string_view key, const std::optional<T>& value) {
  if (value) object.set(key, *value);
}

/// The enumerator with the to_string() `name`, up to `last`.
template <class Enum>
std::optional<Enum> parse_name(std::string_view name, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (to_string(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
  return std::nullopt;
}

std::optional<MatchType> parse_match_type(std::string_view name) {
  return parse_name(name, MatchType::kFilePattern);
}

void read_strategies(const Value& value, MemberReader& reader, FindCodeResponseSummary& response) {
  std::vector<std::string> names;
  reader.required("search_strategy", names);
  for (const std::string& name : names) {
    const auto strategy = parse_name(name, SearchStrategy::kKeywordFallback);
    if (!strategy) return reader.note("search_strategy", "unknown name '" + name + "'");
    response.search_strategy.push_back(*strategy);
  }
  if (value.find("query_intent") == nullptr) return;
  response.query_intent.emplace().reasoning = "given by its type";
  reader.required_name("query_intent", response.query_intent->intent_type, parse_intent_type);
}

}  // namespace

Value to_json(const QueryIntent& intent) {
  return Object{{"intent_type", to_string(intent.intent_type)},
                {"confidence", intent.confidence},
                {"reasoning", intent.reasoning},
                {"focus_areas", list_of(intent.focus_areas)},
                {"complexity_level", to_string(intent.complexity_level)}};
}

Value to_json(const Audit& audit) {
  Value object = Object{};
  set_texts(object, audit, kIdentity);
  if (audit.git_dirty) object.set("git_dirty", *audit.git_dirty);
  set_texts(object, audit, kRun);
  return object;
}

Value to_json(const MatchRanks& ranks) {
  Value object = Object{};
  set_known(object, "lexical", ranks.lexical);
  set_known(object, "dense", ranks.dense);
  object.set("fused", ranks.fused);
  set_known(object, "reranked", ranks.reranked);
  object.set("answer", ranks.answer);
  return object;
}

Value to_json(const CallerCount& callers) {
  return Object{{"total", callers.total}, {"tests", callers.tests}};
}

Value to_json(const CodeMatch& match) {
  Value object = Object{{"file", to_json(match.file)},
                        {"content", to_json(match.content)},
                        {"span", to_json(match.span)},
                        {"relevance_score", match.relevance_score},
                        {"similarity", match.similarity}};
  set_known(object, "dense_score", match.dense_score);
  set_known(object, "sparse_score", match.sparse_score);
  set_known(object, "rerank_score", match.rerank_score);
  set_known(object, "semantic_score", match.semantic_score);
  object.set("match_type", to_string(match.match_type));
  object.set("related_symbols", list_of(match.related_symbols));
  object.set("context_before", list_of(match.context_before));
  object.set("context_after", list_of(match.context_after));
  if (match.callers) object.set("callers", to_json(*match.callers));
  object.set("audit", to_json(match.audit));
  if (!match.explanation.empty()) object.set("explanation", list_of(match.explanation));
  if (!match.features.empty()) object.set("features", numbers(match.features));
  if (!match.effects.empty()) object.set("effects", numbers(match.effects));
  if (match.ranks) object.set("ranks", to_json(*match.ranks));
  return object;
}

Value to_json(const SymbolMatch& symbol) {
  return Object{{"name", symbol.name},
                {"qualified_name", symbol.qualified_name},
                {"kind", symbol.kind},
                {"path", symbol.path},
                {"lines", to_json(symbol.lines)}};
}

Value to_json(const FindCodeResponseSummary& response) {
  Array matches;
  for (const CodeMatch& match : response.matches) matches.push_back(to_json(match));
  Value object = Object{{"matches", std::move(matches)}, {"summary", response.summary}};
  if (response.query_intent)
    object.set("query_intent", to_string(response.query_intent->intent_type));
  object.set("total_matches", response.total_matches);
  object.set("total_results", response.total_results);
  object.set("token_count", response.token_count);
  object.set("execution_time_ms", response.execution_time_ms);
  Array strategies;
  for (const SearchStrategy strategy : response.search_strategy)
    strategies.push_back(to_string(strategy));
  object.set("search_strategy", std::move(strategies));
  object.set("languages_found", list_of(response.languages_found));
  object.set("warnings", list_of(response.warnings));
  if (!response.suggestions.empty()) object.set("suggestions", list_of(response.suggestions));
  if (!response.interpreted_query.empty()) {
    object.set("interpreted_query", response.interpreted_query);
    object.set("exact_files", response.exact_files);
  }
  if (response.call_graph) object.set("call_graph", to_json(*response.call_graph));
  object.set("searched_chunks", response.searched_chunks);
  object.set("searched_files", response.searched_files);
  object.set("generation", response.generation);
  if (!response.ref.empty()) object.set("ref", response.ref);
  if (!response.commit.empty()) object.set("commit", response.commit);
  if (!response.changed_in.empty()) object.set("changed_in", response.changed_in);
  set_known(object, "confidence", response.confidence);
  set_known(object, "coverage", response.coverage);
  set_known(object, "seconds_left", response.seconds_left);
  if (!response.answer_features.empty())
    object.set("answer_features", numbers(response.answer_features));
  if (const auto times = shown_stage_times(response); !times.empty())
    object.set("stage_times_ms", numbers(times));
  return object;
}

Value to_json(const FeatureDifference& difference) {
  return Object{
      {"name", difference.name}, {"value", difference.value}, {"shown", difference.shown}};
}

Value to_json(const WhyNot& why) {
  Value object =
      Object{{"path", why.path}, {"stage", to_string(why.stage)}, {"reason", why.reason}};
  if (!why.filter.empty()) {
    object.set("filter", why.filter);
    object.set("filter_value", why.filter_value);
  }
  set_known(object, "lexical_rank", why.lexical_rank);
  set_known(object, "dense_rank", why.dense_rank);
  set_known(object, "fused_rank", why.fused_rank);
  set_known(object, "rank", why.rank);
  if (why.span) object.set("span", to_json(*why.span));
  set_known(object, "similarity", why.similarity);
  set_known(object, "relevance", why.relevance);
  set_known(object, "limit", why.limit);
  if (why.differences.empty()) return object;
  Array differences;
  for (const FeatureDifference& difference : why.differences)
    differences.push_back(to_json(difference));
  object.set("differences", std::move(differences));
  return object;
}

template <>
Result<QueryIntent> from_json(const Value& value) {
  QueryIntent intent;
  MemberReader reader(value, "QueryIntent");
  reader.required_name("intent_type", intent.intent_type, parse_intent_type);
  reader.required("confidence", intent.confidence);
  reader.required("reasoning", intent.reasoning);
  reader.optional("focus_areas", intent.focus_areas);
  reader.required_name("complexity_level", intent.complexity_level, parse_query_complexity);
  auto result = reader.finish(std::move(intent));
  if (result) CODEWEAVER_TRY(result->validate());
  return result;
}

template <>
Result<Audit> from_json(const Value& value) {
  Audit audit;
  MemberReader reader(value, "Audit");
  for (const AuditText& entry : kIdentity) reader.optional(entry.key, audit.*entry.text);
  reader.optional("git_dirty", audit.git_dirty);
  for (const AuditText& entry : kRun) reader.optional(entry.key, audit.*entry.text);
  return reader.finish(std::move(audit));
}

template <>
Result<SymbolMatch> from_json(const Value& value) {
  SymbolMatch symbol;
  MemberReader reader(value, "SymbolMatch");
  reader.required("name", symbol.name);
  reader.required("qualified_name", symbol.qualified_name);
  reader.required("kind", symbol.kind);
  reader.required("path", symbol.path);
  reader.required("lines", symbol.lines);
  return reader.finish(std::move(symbol));
}

template <>
Result<CallerCount> from_json(const Value& value) {
  CallerCount callers;
  MemberReader reader(value, "CallerCount");
  reader.required("total", callers.total);
  reader.required("tests", callers.tests);
  return reader.finish(callers);
}

template <>
Result<MatchRanks> from_json(const Value& value) {
  MatchRanks ranks;
  MemberReader reader(value, "MatchRanks");
  reader.optional("lexical", ranks.lexical);
  reader.optional("dense", ranks.dense);
  reader.required("fused", ranks.fused);
  reader.optional("reranked", ranks.reranked);
  reader.required("answer", ranks.answer);
  return reader.finish(ranks);
}

namespace {

/// A match on an agent's page states its place only once. Returns it with that place in the
/// content. nullopt: not a match in this form.
std::optional<Value> with_placed_content(const Value& match) {
  const Value *file = match.find("file"), *content = match.find("content");
  const bool is_brief = file != nullptr && content != nullptr && content->is_object() &&
                        content->find("file_path") == nullptr;
  if (!is_brief) return std::nullopt;
  const CodeChunk unknown;
  Value placed = *content;
  const auto complete = [&placed](std::string_view key, const Value* value) {
    if (value != nullptr && placed.find(key) == nullptr) placed.set(key, *value);
  };
  complete("line_range", match.find("span"));
  complete("file_path", file->find("path"));
  complete("language", file->find("language"));
  const Value source = to_string(unknown.source), what = to_string(unknown.semantic_class);
  complete("source", &source);
  complete("semantic_class", &what);
  Value out = match;
  out.set("content", std::move(placed));
  return out;
}

}  // namespace

template <>
Result<CodeMatch> from_json(const Value& value) {
  CodeMatch match;
  const auto placed = with_placed_content(value);
  MemberReader reader(placed ? *placed : value, "CodeMatch");
  reader.required("file", match.file);
  reader.required("content", match.content);
  reader.required("span", match.span);
  reader.required("relevance_score", match.relevance_score);
  reader.optional("similarity", match.similarity);
  reader.optional("dense_score", match.dense_score);
  reader.optional("sparse_score", match.sparse_score);
  reader.optional("rerank_score", match.rerank_score);
  reader.optional("semantic_score", match.semantic_score);
  reader.required_name("match_type", match.match_type, parse_match_type);
  reader.optional("related_symbols", match.related_symbols);
  reader.optional("context_before", match.context_before);
  reader.optional("context_after", match.context_after);
  reader.optional("callers", match.callers);
  reader.optional("audit", match.audit);
  reader.optional("explanation", match.explanation);
  reader.optional("features", match.features);
  reader.optional("effects", match.effects);
  reader.optional("ranks", match.ranks);
  if (!(match.relevance_score >= 0 && match.relevance_score <= 1))
    reader.note("relevance_score", "outside [0, 1]");
  if (match.span != match.content.line_range)
    reader.note("span", "differs from content.line_range");
  return reader.finish(std::move(match));
}

template <>
Result<FindCodeResponseSummary> from_json(const Value& value) {
  FindCodeResponseSummary response;
  MemberReader reader(value, "FindCodeResponseSummary");
  reader.required("matches", response.matches);
  reader.required("summary", response.summary);
  reader.required("total_matches", response.total_matches);
  reader.required("total_results", response.total_results);
  reader.required("token_count", response.token_count);
  reader.required("execution_time_ms", response.execution_time_ms);
  read_strategies(value, reader, response);
  reader.optional("languages_found", response.languages_found);
  reader.optional("warnings", response.warnings);
  reader.optional("suggestions", response.suggestions);
  reader.optional("interpreted_query", response.interpreted_query);
  reader.optional("exact_files", response.exact_files);
  reader.optional("call_graph", response.call_graph);
  reader.optional("searched_chunks", response.searched_chunks);
  reader.optional("searched_files", response.searched_files);
  reader.optional("generation", response.generation);
  reader.optional("ref", response.ref);
  reader.optional("commit", response.commit);
  reader.optional("changed_in", response.changed_in);
  reader.optional("confidence", response.confidence);
  reader.optional("coverage", response.coverage);
  reader.optional("seconds_left", response.seconds_left);
  reader.optional("answer_features", response.answer_features);
  std::map<std::string, double> times;
  reader.optional("stage_times_ms", times);
  set_stage_times(response, times);
  return reader.finish(std::move(response));
}

}  // namespace codeweaver::json
