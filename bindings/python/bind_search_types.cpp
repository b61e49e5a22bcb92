// Results of a search: CodeMatch, Audit, FindCodeResponseSummary, SymbolMatch, SearchResult.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/search_types.hpp"
#include "json/stage_times.hpp"
#include "search_result.hpp"
#include "search_texts.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

void bind_audit(py::module_& module) {
  ValueClass<Audit>(module, "Audit", "Origin of a match; empty texts are unknown.")
      .field("node_id", &Audit::node_id, "\"kind:path:qualname\" or \"chunk:path:start-end\".")
      .field("project", &Audit::project, "Project id.")
      .field("name_space", &Audit::name_space, "Namespace of pushed items.")
      .field("chunk_strategy", &Audit::chunk_strategy, "How the chunk was made.")
      .field("source_system", &Audit::source_system, "\"local\" for files of the project.")
      .field("source_batch_id", &Audit::source_batch_id, "Id of the run that read the file.")
      .field("git_commit", &Audit::git_commit, "Commit at that time.")
      .field("git_branch", &Audit::git_branch, "Branch at that time.")
      .field("git_dirty", &Audit::git_dirty,
             "Whether the working tree had changes; None outside git.")
      .field("source_captured_at", &Audit::source_captured_at, "ISO 8601.")
      .field("indexed_at", &Audit::indexed_at, "ISO 8601.")
      .field("indexer_version", &Audit::indexer_version, "Version of codeweaver.")
      .field("embedder_provider", &Audit::embedder_provider, "Provider of the vectors.")
      .field("embedder_model", &Audit::embedder_model, "Model of the vectors.")
      .field("vector_backend", &Audit::vector_backend, "Store or index that searched the vectors.")
      .finish();
}

void bind_why_not(py::module_& module) {
  using Difference = FeatureDifference;
  ValueClass<Difference>(
      module, "FeatureDifference",
      "A feature of the file's best chunk, next to its value for the last match shown.")
      .field("name", &Difference::name, "Name in the reranker.")
      .field("value", &Difference::value, "Value of the file's best chunk.")
      .field("shown", &Difference::shown, "Value of the last match shown.")
      .finish();
  ValueClass<WhyNot>(module, "WhyNot",
                     "Why a file is not in an answer; None: the search did not get that far.")
      .field("path", &WhyNot::path, "Relative to the project.")
      .field("stage", &WhyNot::stage, "The stage of the search that removed it.")
      .field("reason", &WhyNot::reason, "One or two sentences for users.")
      .field("filter", &WhyNot::filter, "The search filter that excludes it; empty: none.")
      .field("filter_value", &WhyNot::filter_value, "Value of that filter.")
      .field("lexical_rank", &WhyNot::lexical_rank, "Rank of its best chunk by words.")
      .field("dense_rank", &WhyNot::dense_rank, "Rank of its best chunk by meaning.")
      .field("fused_rank", &WhyNot::fused_rank, "Rank after fusion.")
      .field("rank", &WhyNot::rank, "Rank in the final order of all candidates.")
      .field("span", &WhyNot::span, "Lines of its best chunk.")
      .field("similarity", &WhyNot::similarity, "Similarity of that chunk.")
      .field("relevance", &WhyNot::relevance, "Relevance of that chunk.")
      .field("limit", &WhyNot::limit, "The limit that it missed.")
      .field("differences", &WhyNot::differences,
             "Differences from the last match shown, largest first.")
      .finish();
}

void bind_match(py::module_& module) {
  ValueClass<MatchRanks>(module, "MatchRanks",
                         "Ranks of a match at each stage of the search, from 1.")
      .field("lexical", &MatchRanks::lexical, "By words; None: not in that list.")
      .field("dense", &MatchRanks::dense, "By meaning; None: not in that list.")
      .field("fused", &MatchRanks::fused, "After fusion of the lists.")
      .field("reranked", &MatchRanks::reranked, "By rerank_score; None: no reranker ran.")
      .field("answer", &MatchRanks::answer, "By relevance_score.")
      .finish();
  ValueClass<CallerCount>(module, "CallerCount", "How many definitions call the one of a match.")
      .field("total", &CallerCount::total, "All, with tests.")
      .field("tests", &CallerCount::tests, "Those in test files.")
      .finish();
  ValueClass<CodeMatch>(module, "CodeMatch", "One match; all scores are in [0, 1].")
      .field("file", &CodeMatch::file, "The file that contains it.")
      .field("content", &CodeMatch::content, "The matching chunk.")
      .field("span", &CodeMatch::span, "Its lines.")
      .field("relevance_score", &CodeMatch::relevance_score, "Matches are sorted by this.")
      .field("similarity", &CodeMatch::similarity, "Calibrated similarity to the query.")
      .field("dense_score", &CodeMatch::dense_score, "Score by vectors; None: not computed.")
      .field("sparse_score", &CodeMatch::sparse_score, "Score by words; None: not computed.")
      .field("rerank_score", &CodeMatch::rerank_score, "Score of the reranker; None: not computed.")
      .field("semantic_score", &CodeMatch::semantic_score,
             "Importance of the code's role; None: not computed.")
      .field("match_type", &CodeMatch::match_type, "The kind of search that found it.")
      .field("related_symbols", &CodeMatch::related_symbols, "Names it defines or uses.")
      .field("context_before", &CodeMatch::context_before, "Lines before it.")
      .field("context_after", &CodeMatch::context_after, "Lines after it.")
      .field("callers", &CodeMatch::callers,
             "How many definitions call it, with count_callers=True; None: not known.")
      .field("audit", &CodeMatch::audit, "Its origin.")
      .field("explanation", &CodeMatch::explanation, "Reasons for its rank, with explain=True.")
      .field("features", &CodeMatch::features,
             "Feature values of the reranker by name, with explain=True.")
      .field("effects", &CodeMatch::effects,
             "Contribution of each feature to the reranker's score, relative to all candidates, "
             "with explain=True.")
      .field("ranks", &CodeMatch::ranks, "Its ranks at each stage, with explain=True.")
      .shown_as(&text_of_match)
      .in_notebooks()
      .finish();
}

void bind_response(py::module_& module) {
  using Response = FindCodeResponseSummary;
  ValueClass<AskedCallGraph>(module, "AskedCallGraph",
                             "The question to the call graph that a search was answered by.")
      .field("relation", &AskedCallGraph::relation, "Callers, callees or tests.")
      .field("start", &AskedCallGraph::start, "The name.")
      .field("depth", &AskedCallGraph::depth, "Steps that the answer covers.")
      .field("count", &AskedCallGraph::count, "Number of places, without those by name only.")
      .field("by_name", &AskedCallGraph::by_name, "Number of lines known by name only.")
      .field("is_cut", &AskedCallGraph::is_cut, "Whether there are more.")
      .finish();
  ValueClass<Response>(module, "FindCodeResponseSummary", "The answer to one query.")
      .field("matches", &Response::matches, "Best first; ties by path, then line.")
      .field("summary", &Response::summary, "1 to 1000 characters about the best three.")
      .field("query_intent", &Response::query_intent, "None: no intent.")
      .field("total_matches", &Response::total_matches, "Candidates that pass the filters.")
      .field("total_results", &Response::total_results, "Number of matches.")
      .field("token_count", &Response::token_count, "Tokens of all matches with their context.")
      .field("execution_time_ms", &Response::execution_time_ms, "Wall time in milliseconds.")
      .field("search_strategy", &Response::search_strategy, "The stages that ran.")
      .field("languages_found", &Response::languages_found, "Languages of the matches, sorted.")
      .field("warnings", &Response::warnings, "Warnings, for example about a stale index.")
      .field("suggestions", &Response::suggestions, "What to try next, if nothing was found.")
      .field("interpreted_query", &Response::interpreted_query,
             "A query with exact parts, as it was read; empty: the query has only words.")
      .field("exact_files", &Response::exact_files, "Files that match these exact parts.")
      .field("call_graph", &Response::call_graph,
             "Set if the matches come from the call graph, nearest first.")
      .field("searched_chunks", &Response::searched_chunks, "Chunks in the index.")
      .field("searched_files", &Response::searched_files, "Files in the index.")
      .field("generation", &Response::generation, "Index generation that the answer is from.")
      .field("ref", &Response::ref, "The searched ref; empty: the working tree.")
      .field("commit", &Response::commit, "The commit of that ref.")
      .field("changed_in", &Response::changed_in,
             "The difference that restricts the matches; empty: none.")
      .field("confidence", &Response::confidence,
             "Probability that the first match is correct; None: unknown for this embedder or "
             "reranker.")
      .field("coverage", &Response::coverage,
             "Share of the files that was searched, while the first index is being built; None: "
             "all files.")
      .field("seconds_left", &Response::seconds_left,
             "Estimated time until the first index is complete; None: unknown or complete.")
      .field("answer_features", &Response::answer_features,
             "Features behind the confidence, with explain=True.")
      .field("stage_times_ms", &json::shown_stage_times, &json::set_stage_times,
             "The duration of each stage by name, with explain=True.")
      .shown_as(&text_of_response)
      .in_notebooks()
      .finish();
}

void bind_search_result(py::module_& module) {
  ValueClass<SearchResult>(module, "SearchResult", "One result of CodeWeaver.search().")
      .field("content", &SearchResult::content, "Text of the chunk.")
      .field("file_path", &SearchResult::file_path, "Relative to the folder, '/' separated.")
      .field("start_line", &SearchResult::start_line, "First line, from 1.")
      .field("end_line", &SearchResult::end_line, "Last line, inclusive.")
      .field("scope", &SearchResult::scope, "Qualified name of the definition; empty: none.")
      .field("score", &SearchResult::score, "Relevance in [0, 1].")
      .field("similarity", &SearchResult::similarity, "Calibrated similarity in [0, 1].")
      .field("language", &SearchResult::language, "Language id.")
      .field("match_type", &SearchResult::match_type, "The kind of search that found it.")
      .shown_as(&text_of_result)
      .in_notebooks()
      .finish();
}

}  // namespace

SearchResult search_result(const CodeMatch& match) {
  const auto& chunk = match.content;
  SearchResult result;
  result.content = chunk.content;
  result.file_path = match.file.path;
  result.start_line = match.span.start_line;
  result.end_line = match.span.end_line;
  if (chunk.chunk_name) {  // "auth.py:UserAuth.validate"; a file name may hold a colon too
    const auto file = match.file.path.substr(match.file.path.rfind('/') + 1) + ':';
    if (chunk.chunk_name->starts_with(file)) result.scope = chunk.chunk_name->substr(file.size());
  }
  result.score = match.relevance_score;
  result.similarity = match.similarity;
  result.language = chunk.language;
  result.match_type = match.match_type;
  return result;
}

void bind_search_types(py::module_& module) {
  bind_audit(module);
  bind_match(module);
  bind_response(module);
  bind_why_not(module);
  bind_search_result(module);
  ValueClass<ReferenceMatch>(module, "ReferenceMatch", "A line that uses a name.")
      .field("path", &ReferenceMatch::path, "Relative to the project.")
      .field("language", &ReferenceMatch::language, "Language id of the file.")
      .field("line", &ReferenceMatch::line, "Number of the line, from 1.")
      .field("column", &ReferenceMatch::column, "Byte in the line where the name begins, from 1.")
      .field("text", &ReferenceMatch::text, "The whole line.")
      .field("enclosing", &ReferenceMatch::enclosing,
             "Qualified name of the enclosing definition; empty: none.")
      .field("kind", &ReferenceMatch::kind, "'call', 'type', 'import' or 'other'; empty: unknown.")
      .field("link", &ReferenceMatch::link,
             "Whether it means one definition, one of several, something else with this name, or "
             "is known by name only.")
      .field("targets", &ReferenceMatch::targets,
             "The definitions that it may mean, as \"path:line\".")
      .finish();
  ValueClass<CallGraphMatch>(module, "CallGraphMatch", "A definition in an answer of call_graph().")
      .field(
          "symbol", &CallGraphMatch::symbol,
          "Its name is empty for code outside of definitions, its path if only its name is known.")
      .field("depth", &CallGraphMatch::depth, "Number of steps to the definition asked for.")
      .field("via", &CallGraphMatch::via, "Qualified name of the definition one step nearer to it.")
      .field("path", &CallGraphMatch::path, "File of the lines.")
      .field("lines", &CallGraphMatch::lines, "Where one of the two uses the other.")
      .field("link", &CallGraphMatch::link, "How these uses were linked.")
      .field("is_test", &CallGraphMatch::is_test, "Whether it is in a test file.")
      .finish();
  ValueClass<OutsideCalls>(module, "OutsideCalls", "Calls of something outside of the project.")
      .field("name", &OutsideCalls::name, "With the name before its dot: \"os.path\".")
      .field("count", &OutsideCalls::count, "Number of calls.")
      .finish();
  ValueClass<RemovedDefinition>(module, "RemovedDefinition",
                                "A definition that a difference removes or renames.")
      .field("symbol", &RemovedDefinition::symbol, "Path and lines are those before it.")
      .field("uses", &RemovedDefinition::uses, "Lines that still have its name.")
      .finish();
  ValueClass<CallGraphAnswer>(module, "CallGraphAnswer", "What call_graph() found.")
      .field("definitions", &CallGraphAnswer::definitions, "The definitions asked for.")
      .field("matches", &CallGraphAnswer::matches,
             "By depth, then code before tests; those known by name only last.")
      .field("outside", &CallGraphAnswer::outside, "Callees: calls that leave the project.")
      .field("elsewhere", &CallGraphAnswer::elsewhere,
             "Callers: number of lines that have the name, but mean something else.")
      .field("by_name", &CallGraphAnswer::by_name,
             "Lines known by name only, also if the limit cuts them off.")
      .field("removed", &CallGraphAnswer::removed, "Definitions that the difference removes.")
      .field("removed_since", &CallGraphAnswer::removed_since,
             "The commit that still has the removed definitions; empty: there are none.")
      .field("depth", &CallGraphAnswer::depth, "Number of steps that the answer covers.")
      .field("deeper", &CallGraphAnswer::deeper,
             "Further definitions one step beyond the depth, at least; 0 if the depth is 1.")
      .field("is_over_limit", &CallGraphAnswer::is_over_limit,
             "Whether more matches exist than the limit.")
      .field("is_out_of_time", &CallGraphAnswer::is_out_of_time,
             "Whether the time was too short to link all of them.")
      .finish();
  ValueClass<SymbolMatch>(module, "SymbolMatch", "A definition found by name.")
      .field("name", &SymbolMatch::name, "Last part of the qualified name.")
      .field("qualified_name", &SymbolMatch::qualified_name, "Name with its enclosing scopes.")
      .field("kind", &SymbolMatch::kind, "function, class, ...")
      .field("path", &SymbolMatch::path, "Relative to the project.")
      .field("lines", &SymbolMatch::lines, "Lines of the definition.")
      .in_notebooks()
      .finish();
}

}  // namespace codeweaver::python
