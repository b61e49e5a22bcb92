// Assembly: from ranked candidates to the matches, budget, summary and suggestions of an answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/search_types.hpp"
#include "engine/overlay/index_rows.hpp"
#include "engine/searching/candidate.hpp"
#include "engine/searching/filter.hpp"
#include "engine/searching/focus.hpp"
#include "engine/searching/shown_text.hpp"
#include "engine/state/index_identity.hpp"

namespace codeweaver::engine {

/// One match without its explanation and its context.
CodeMatch make_match(const Candidate& candidate, const Focus& focus, const IndexRows& database,
                     const IndexIdentity& identity, const ShownFor& shown);

/// Adds the lines around what is shown (context_lines.hpp), and to the metadata of its content what
/// is cut: "context_cut", "begins_inside_line", "ends_inside_line".
void add_context(const Candidate& candidate, const Focus& focus, const IndexRows& database,
                 std::size_t lines, CodeMatch& match);

/// Cuts matches down (full, snippet, short snippet, summary) and then drops them until they fit
/// `token_limit`; sets token_count and total_results. `content_tokens`: those of each match's
/// content as it is; empty: they are counted. `query`: as typed, for the lines of snippets.
void fit_budget(FindCodeResponseSummary& response, std::size_t token_limit,
                const std::set<std::string, std::less<>>& query_terms,
                std::span<const std::uint32_t> content_tokens = {}, std::string_view query = {});

/// How the summary of an answer begins for which nothing was found.
/// How suggestions about SearchFilter::lines begin: these are mostly those of a difference.
inline constexpr std::string_view kAboutDifference = "The difference ";
inline constexpr std::string_view kNoResults = "No results found";

/// 1..1000 characters about the best three matches, with the words of doubt.hpp before them where
/// the first is probably wrong; why there are none, where fit_budget() or a summary before says so.
std::string summarize(const FindCodeResponseSummary& response);

/// Languages of the files of all matches, sorted, each once.
std::vector<std::string> languages_of(std::span<const CodeMatch> matches);

/// The words of a query as they were typed, in order; '+', '#' and '_' belong to words.
std::vector<std::string> words_of(std::string_view query);

/// What to try when nothing was found: languages the query names but the index lacks, the ones it
/// has, words of the query that do occur, the filter that left nothing over.
std::vector<std::string> suggest(std::string_view query, const CompiledFilter& filter,
                                 const IndexStatistics& statistics, std::size_t admitted_chunks,
                                 const std::vector<std::string>& known_words);

}  // namespace codeweaver::engine
