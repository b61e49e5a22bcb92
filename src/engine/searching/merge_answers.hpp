// Merges the answers of several namespaces or projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// Appends the items of `more` that `out` does not contain.
template <class T>
void append_new(std::vector<T>& out, const std::vector<T>& more) {
  for (const auto& item : more)
    if (std::ranges::find(out, item) == out.end()) out.push_back(item);
}

/// Combines the index coverage: the smallest share and the longest remaining time.
inline void add_coverage(FindCodeResponseSummary& out, const FindCodeResponseSummary& more) {
  if (!more.coverage) return;
  out.coverage = std::min(out.coverage.value_or(1), *more.coverage);
  if (more.seconds_left)
    out.seconds_left = std::max(out.seconds_left.value_or(0), *more.seconds_left);
}

/// Lowers the relevance of matches from projects with less evidence than the most likely one
/// (FindCodeResponseSummary::project_evidence). Matches of the project that the question is about
/// then come first, in their order. Has no effect if an answer lacks the evidence.
void route_answers(std::span<FindCodeResponseSummary> answers);

/// Returns the matches of all answers by relevance: at most options.top_k of them, within
/// options.token_limit. Lines of the same path in several namespaces of a project count once, with
/// the better score. Figures are added up; the confidence comes from the answer with the first
/// match; other values come from the first answer. `answers` must not be empty.
FindCodeResponseSummary merge_answers(std::vector<FindCodeResponseSummary> answers,
                                      const SearchOptions& options);

}  // namespace codeweaver::engine
