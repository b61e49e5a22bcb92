// One answer out of the answers of several namespaces or projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// Adds to `out` what of `more` it does not hold yet.
template <class T>
void append_new(std::vector<T>& out, const std::vector<T>& more) {
  for (const auto& item : more)
    if (std::ranges::find(out, item) == out.end()) out.push_back(item);
}

/// Adds to `out` of which share of the files `more` is: the least share, the longest time.
inline void add_coverage(FindCodeResponseSummary& out, const FindCodeResponseSummary& more) {
  if (!more.coverage) return;
  out.coverage = std::min(out.coverage.value_or(1), *more.coverage);
  if (more.seconds_left)
    out.seconds_left = std::max(out.seconds_left.value_or(0), *more.seconds_left);
}

/// Routes before ranking: lowers the relevance of matches by what less speaks for their project
/// than for the likeliest one (FindCodeResponseSummary::project_evidence), so that those of the
/// project that the question is about come first, in their order. Nothing where an answer does not
/// say.
void route_answers(std::span<FindCodeResponseSummary> answers);

/// The matches of all answers, best first by the relevance that each search gave, at most
/// options.top_k of them within options.token_limit; lines of a path that several namespaces of a
/// project hold count once, the better way. Figures are sums, but the
/// confidence is of the answer that has the first match; `answers` must not be empty and its
/// first one gives what cannot be added up.
FindCodeResponseSummary merge_answers(std::vector<FindCodeResponseSummary> answers,
                                      const SearchOptions& options);

}  // namespace codeweaver::engine
