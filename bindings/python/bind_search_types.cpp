// What comes out of a search: CodeMatch, Audit, FindCodeResponseSummary, SymbolMatch, SearchResult.
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
  ValueClass<Audit>(module, "Audit", "Where a match comes from; empty texts are not known.")
      .field("node_id", &Audit::node_id, "\"kind:path:qualname\" or \"chunk:path:start-end\".")
      .field("project", &Audit::project, "Project id.")
      .field("name_space", &Audit::name_space, "Namespace of pushed items.")
      .field("chunk_strategy", &Audit::chunk_strategy, "How the chunk was made.")
      .field("source_system", &Audit::source_system, "\"local\" for files of the project.")
      .field("source_batch_id", &Audit::source_batch_id, "Id of the run that read the file.")
      .field("git_commit", &Audit::git_commit, "Commit checked out at that time.")
      .field("git_branch", &Audit::git_branch, "Branch at that time.")
      .field("git_dirty", &Audit::git_dirty, "Whether the tree had changes; None outside git.")
      .field("source_captured_at", &Audit::source_captured_at, "ISO 8601.")
      .field("indexed_at", &Audit::indexed_at, "ISO 8601.")
      .field("indexer_version", &Audit::indexer_version, "Version of codeweaver.")
      .field("embedder_provider", &Audit::embedder_provider, "Of the vectors.")
      .field("embedder_model", &Audit::embedder_model, "Of the vectors.")
      .field("vector_backend", &Audit::vector_backend, "What searched the vectors.")
      .finish();
}

void bind_why_not(py::module_& module) {
  using Difference = FeatureDifference;
  ValueClass<Difference>(module, "FeatureDifference", "A feature beside that of the last shown.")
      .field("name", &Difference::name, "Of the reranker.")
      .field("value", &Difference::value, "Of the file's best chunk.")
      .field("shown", &Difference::shown, "Of the last match shown.")
      .finish();
  ValueClass<WhyNot>(module, "WhyNot", "Why a file is not in an answer; None: not come to.")
      .field("path", &WhyNot::path, "Relative to the project.")
      .field("stage", &WhyNot::stage, "Where it leaves the search.")
      .field("reason", &WhyNot::reason, "For people.")
      .field("filter", &WhyNot::filter, "The search filter that leaves it out; empty: none.")
      .field("filter_value", &WhyNot::filter_value, "What that filter asks for.")
      .field("lexical_rank", &WhyNot::lexical_rank, "Best of its chunks by words.")
      .field("dense_rank", &WhyNot::dense_rank, "Best of its chunks by meaning.")
      .field("fused_rank", &WhyNot::fused_rank, "After fusion.")
      .field("rank", &WhyNot::rank, "In the whole final order.")
      .field("span", &WhyNot::span, "Its best chunk.")
      .field("similarity", &WhyNot::similarity, "Of that chunk.")
      .field("relevance", &WhyNot::relevance, "Of that chunk.")
      .field("limit", &WhyNot::limit, "What it fell short of.")
      .field("differences", &WhyNot::differences, "From the last match shown, greatest first.")
      .finish();
}

void bind_match(py::module_& module) {
  ValueClass<MatchRanks>(module, "MatchRanks", "Places of a match, stage by stage, from 1.")
      .field("lexical", &MatchRanks::lexical, "By words; None: not listed.")
      .field("dense", &MatchRanks::dense, "By meaning; None: not listed.")
      .field("fused", &MatchRanks::fused, "After fusion of the lists.")
      .field("reranked", &MatchRanks::reranked, "By rerank_score alone; None: none ran.")
      .field("answer", &MatchRanks::answer, "By relevance_score.")
      .finish();
  ValueClass<CodeMatch>(module, "CodeMatch", "One ranked hit; all scores are in [0, 1].")
      .field("file", &CodeMatch::file, "The file it lies in.")
      .field("content", &CodeMatch::content, "The chunk that was found.")
      .field("span", &CodeMatch::span, "Its lines.")
      .field("relevance_score", &CodeMatch::relevance_score, "What matches are ordered by.")
      .field("similarity", &CodeMatch::similarity, "Calibrated similarity to the query.")
      .field("dense_score", &CodeMatch::dense_score, "Of the vectors; None: did not run.")
      .field("sparse_score", &CodeMatch::sparse_score, "Of the words; None: did not run.")
      .field("rerank_score", &CodeMatch::rerank_score, "Of the reranker; None: did not run.")
      .field("semantic_score", &CodeMatch::semantic_score, "Of the code's role.")
      .field("match_type", &CodeMatch::match_type, "What found it.")
      .field("related_symbols", &CodeMatch::related_symbols, "Names it defines or uses.")
      .field("context_before", &CodeMatch::context_before, "Lines before it.")
      .field("context_after", &CodeMatch::context_after, "Lines after it.")
      .field("audit", &CodeMatch::audit, "Where it comes from.")
      .field("explanation", &CodeMatch::explanation, "Why it ranks here, when asked for.")
      .field("features", &CodeMatch::features, "What the reranker measured, when asked for.")
      .field("effects", &CodeMatch::effects,
             "What each feature adds to the reranker's score over the mean, when asked for.")
      .field("ranks", &CodeMatch::ranks, "Its places, stage by stage, when asked for.")
      .shown_as(&text_of_match)
      .in_notebooks()
      .finish();
}

void bind_response(py::module_& module) {
  using Response = FindCodeResponseSummary;
  ValueClass<Response>(module, "FindCodeResponseSummary", "The answer to one query.")
      .field("matches", &Response::matches, "Best first; ties by path, then line.")
      .field("summary", &Response::summary, "1 to 1000 characters about the best three.")
      .field("query_intent", &Response::query_intent, "None: no intent.")
      .field("total_matches", &Response::total_matches, "Candidates after filters.")
      .field("total_results", &Response::total_results, "Number of matches.")
      .field("token_count", &Response::token_count, "Tokens of all matches with their context.")
      .field("execution_time_ms", &Response::execution_time_ms, "Wall time in milliseconds.")
      .field("search_strategy", &Response::search_strategy, "What really ran.")
      .field("languages_found", &Response::languages_found, "Of the matches, sorted.")
      .field("warnings", &Response::warnings, "What the reader should know, e.g. a stale index.")
      .field("suggestions", &Response::suggestions, "What to try when nothing was found.")
      .field("searched_chunks", &Response::searched_chunks, "Chunks in the index.")
      .field("searched_files", &Response::searched_files, "Files in the index.")
      .field("generation", &Response::generation, "Committed state that answered.")
      .field("ref", &Response::ref, "What was searched, as asked; empty: the working tree.")
      .field("commit", &Response::commit, "The commit that ref names.")
      .field("changed_in", &Response::changed_in, "The difference that matches are limited to.")
      .field("confidence", &Response::confidence,
             "Probability that the first match is right; None: not known for these parts.")
      .field("coverage", &Response::coverage,
             "Share of the files that answered, while the first index is made; None: all.")
      .field("seconds_left", &Response::seconds_left,
             "Until all of them do; None: not known, or they did.")
      .field("answer_features", &Response::answer_features, "What it comes from, when asked for.")
      .field("stage_times_ms", &json::shown_stage_times, &json::set_stage_times,
             "The time of each stage by name, with explanations.")
      .shown_as(&text_of_response)
      .in_notebooks()
      .finish();
}

void bind_search_result(py::module_& module) {
  ValueClass<SearchResult>(module, "SearchResult", "One hit of CodeWeaver.search().")
      .field("content", &SearchResult::content, "Text of the chunk.")
      .field("file_path", &SearchResult::file_path, "Relative to the folder, '/' separated.")
      .field("start_line", &SearchResult::start_line, "First line, from 1.")
      .field("end_line", &SearchResult::end_line, "Last line, inclusive.")
      .field("scope", &SearchResult::scope, "Qualified name of the code; empty: none.")
      .field("score", &SearchResult::score, "Relevance in [0, 1].")
      .field("similarity", &SearchResult::similarity, "Calibrated similarity in [0, 1].")
      .field("language", &SearchResult::language, "Language id.")
      .field("match_type", &SearchResult::match_type, "What found it.")
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
