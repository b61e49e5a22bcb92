// Turns ranked candidates into the matches, summary and suggestions of an answer.
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
#include "engine/searching/answer/focus.hpp"
#include "engine/searching/answer/shown_text.hpp"
#include "engine/searching/fuse/candidate.hpp"
#include "engine/searching/question/filter.hpp"
#include "engine/state/index_identity.hpp"

namespace codeweaver::engine {

/// Makes one match, without explanation and context.
CodeMatch make_match(const Candidate& candidate, const Focus& focus, const IndexRows& database,
                     const IndexIdentity& identity, const ShownFor& shown);

/// Adds the lines around the shown text (context_lines.hpp). Adds to the metadata of the content
/// what is cut: "context_cut", "begins_inside_line", "ends_inside_line".
void add_context(const Candidate& candidate, const Focus& focus, const IndexRows& database,
                 std::size_t lines, CodeMatch& match);

/// Shortens matches (full, snippet, short snippet, summary) and then drops matches until the answer
/// fits `token_limit`. Sets token_count and total_results.
/// \param content_tokens Tokens of each match's current content; if empty, they are counted.
/// \param query The query as typed; selects the lines of snippets.
void fit_budget(FindCodeResponseSummary& response, std::size_t token_limit,
                const std::set<std::string, std::less<>>& query_terms,
                std::span<const std::uint32_t> content_tokens = {}, std::string_view query = {});

/// First words of the suggestions about SearchFilter::lines, which mostly come from a difference
/// (kAboutDifference), and of the summary of an answer without results (kNoResults).
inline constexpr std::string_view kAboutDifference = "The difference ";
inline constexpr std::string_view kNoResults = "No results found";

/// Summary of 1 to 1000 characters about the best three matches. Starts with the warning of
/// doubt.hpp if the first match is probably wrong. Without matches: the reason, or the summary that
/// fit_budget() or an earlier stage has set.
std::string summarize(const FindCodeResponseSummary& response);

/// Languages of all matches, sorted, without duplicates.
std::vector<std::string> languages_of(std::span<const CodeMatch> matches);

/// Words of a query as typed, in order. '+', '#' and '_' are parts of words.
std::vector<std::string> words_of(std::string_view query);

/// Suggestions for a search without results: languages of the query that the index lacks, languages
/// of the index, words of the query that occur in it, and the filter that excluded all chunks.
std::vector<std::string> suggest(std::string_view query, const CompiledFilter& filter,
                                 const IndexStatistics& statistics, std::size_t admitted_chunks,
                                 const std::vector<std::string>& known_words);

}  // namespace codeweaver::engine
