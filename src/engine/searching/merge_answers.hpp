// One answer out of the answers of several namespaces or projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
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

/// The matches of all answers, best first by the relevance that each search gave, at most
/// options.top_k of them within options.token_limit; lines of a path that several namespaces of a
/// project hold count once, the better way. Figures are sums; `answers` must not be empty and its
/// first one gives what cannot be added up.
FindCodeResponseSummary merge_answers(std::vector<FindCodeResponseSummary> answers,
                                      const SearchOptions& options);

}  // namespace codeweaver::engine
