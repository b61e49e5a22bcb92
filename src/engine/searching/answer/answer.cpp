// From ranked candidates to the answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/answer.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "codeweaver/reranker.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/token_count.hpp"
#include "engine/searching/answer/assemble.hpp"
#include "engine/searching/answer/explain.hpp"
#include "engine/searching/answer/placed.hpp"
#include "engine/searching/lookup/caller_counts.hpp"
#include "engine/searching/rank/answer_confidence.hpp"
#include "engine/state/item_path.hpp"
#include "store/search/lexical_search.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kSuggestedWords = 5;

constexpr std::size_t kCopiesNamed = 5;
constexpr std::size_t kMostCounted = 20;  // matches with a number of callers

/// Number of near copies of a match and the places of the first ones.
void add_copies(std::span<const Candidate* const> copies, CodeMatch& match) {
  if (copies.empty()) return;
  std::string places;
  for (const Candidate* copy : copies.first(std::min(copies.size(), kCopiesNamed))) {
    const auto& lines = copy->info.lines;
    places.append(places.empty() ? "" : ", ")
        .append(shown_path(copy->info.path))
        .append(":" + std::to_string(lines.start_line) + "-" + std::to_string(lines.end_line));
  }
  auto& metadata = match.content.metadata;
  metadata.emplace("copies", std::to_string(copies.size()));
  metadata.emplace("copies_at", std::move(places));
}

/// An answer without matches is not right, even if the threshold removed some.
void add_confidence(const SearchContext& context, const Question& question,
                    const Retrieved& retrieved, const Ranked& ranked,
                    FindCodeResponseSummary& out) {
  if (!ranked.is_reranked) return;
  const auto assessed = ranked.candidates.empty()
                            ? answer_confidence(context, question, retrieved, {})
                            : ranked.confidence;
  if (!assessed) return;
  out.confidence = assessed->confidence;
  out.project_evidence = assessed->project_evidence;
  if (!question.options.explain) return;
  for (std::size_t i = 0; i < kAnswerFeatures.size(); ++i)
    out.answer_features.emplace(kAnswerFeatures[i], assessed->features[i]);
}

void add_matches(const SearchContext& context, const Question& question, const Retrieved& retrieved,
                 std::span<const Placed> best, TimeLimit& limit, FindCodeResponseSummary& out) {
  const SearchOptions& options = question.options;
  const ShownFor shown{options.detail, question.words, question.query};
  std::vector<std::uint32_t> tokens;  // of the full texts
  const bool has_context = options.detail == Detail::kFull && options.context_lines > 0;
  for (std::size_t i = 0; i < best.size() && !limit.is_stop_requested(); ++i) {
    const Candidate& found = *best[i].candidate;
    const Focus& focus = best[i].focus;
    auto& match = out.matches.emplace_back(
        make_match(found, focus, context.database, context.identity, shown));
    match.relevance_score = best[i].relevance;
    add_copies(best[i].copies, match);
    if (options.detail == Detail::kFull)
      tokens.push_back(focus.text.size() == found.text().size()
                           ? found.info.tokens
                           : static_cast<std::uint32_t>(text::count_tokens(focus.text)));
    if (has_context && !limit.is_out_of_time())
      add_context(found, focus, context.database, options.context_lines, match);
    if (options.count_callers && i < kMostCounted && !limit.is_out_of_time())
      match.callers = count_callers(context, found.info, focus.symbol, focus.lines.start_line);
    if (options.explain) explain_match(context, question, retrieved, best[i], i + 1, match);
  }
  fit_budget(out, options.token_limit, question.words, tokens, question.query);
}

/// If no chunk contains a word of the query, similar names of definitions and files are the last
/// resort.
std::vector<SearchStrategy> strategies_of(const Question& question, const Retrieved& retrieved,
                                          const Ranked& ranked) {
  std::vector<SearchStrategy> out;
  const bool by_names = retrieved.lexical.empty() && !retrieved.exact.entries.empty();
  if (by_names) {
    if (retrieved.has_dense()) out.push_back(SearchStrategy::kDenseOnly);
    out.push_back(SearchStrategy::kKeywordFallback);
  } else if (retrieved.has_dense() && !question.terms.empty())
    out.push_back(SearchStrategy::kHybridSearch);
  else
    out.push_back(retrieved.has_dense() ? SearchStrategy::kDenseOnly : SearchStrategy::kSparseOnly);
  if (ranked.is_reranked) out.push_back(SearchStrategy::kSemanticRerank);
  return out;
}

/// Words of the query that occur in admitted chunks; nullopt: all of them do.
std::optional<std::vector<std::string>> words_in_index(const SearchContext& context,
                                                       const Question& question, TimeLimit& limit) {
  std::vector<std::string> out;
  std::set<std::string, std::less<>> asked;
  for (auto& word : words_of(question.query)) {  // as typed: users would not type stems
    if (out.size() == kSuggestedWords || limit.is_over()) break;
    auto terms = text::analyze_query(word);
    std::erase_if(terms, [&](const auto& term) { return !question.words.contains(term.text); });
    if (terms.empty() || !asked.insert(word).second) continue;
    if (!store::search_lexical(context.snapshot, terms, question.allowed, 1).empty())
      out.push_back(std::move(word));
  }
  if (!out.empty() && out.size() == asked.size()) return std::nullopt;
  return out;
}

std::vector<std::string> suggestions_for(const SearchContext& context, const Question& question,
                                         const Ranked& ranked, std::size_t dissimilar,
                                         TimeLimit& limit) {
  const auto words = words_in_index(context, question, limit);
  auto out = suggest(question.query, question.filter, context.statistics, question.admitted_chunks,
                     words.value_or(std::vector<std::string>()));
  if (!words && dissimilar > 0)
    out.insert(out.begin(), std::to_string(dissimilar) +
                                (dissimilar == 1 ? " candidate is" : " candidates are") +
                                " less similar than " + score_text(ranked.min_similarity) +
                                ": try a smaller min_similarity");
  return out;
}

}  // namespace

FindCodeResponseSummary make_answer(const SearchContext& context, const Question& question,
                                    const Retrieved& retrieved, const Fused& fused,
                                    const Ranked& ranked, TimeLimit& limit) {
  FindCodeResponseSummary out;
  out.query_intent = question.intent;
  out.searched_chunks = context.snapshot.live_chunks;
  out.searched_files = context.statistics.files;
  out.generation = context.snapshot.generation;
  out.total_matches = fused.list.size();
  for (const auto* warnings : {&question.warnings, &retrieved.warnings, &ranked.warnings})
    out.warnings.insert(out.warnings.end(), warnings->begin(), warnings->end());

  add_confidence(context, question, retrieved, ranked, out);
  const auto best =
      place_parts(context, question, ranked.candidates, question.options.top_k, out.warnings);
  add_matches(context, question, retrieved, best, limit, out);
  out.languages_found = languages_of(out.matches);
  out.search_strategy = strategies_of(question, retrieved, ranked);
  if (ranked.candidates.empty())
    out.suggestions = suggestions_for(context, question, ranked, fused.list.size(), limit);
  if (limit.was_missed())
    out.warnings.push_back("The deadline of " + std::to_string(question.options.deadline.count()) +
                           " ms passed; the results are partial");
  out.summary = summarize(out);
  return out;
}

}  // namespace codeweaver::engine
