// Answers with matches of given relevance, for tests that merge answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

/// An answer with a match for each path and relevance.
inline FindCodeResponseSummary answer(std::vector<std::pair<std::string, double>> matches) {
  FindCodeResponseSummary out;
  for (auto& [path, relevance] : matches) {
    auto& match = out.matches.emplace_back();
    match.file.path = path;
    match.span = {1, 2};
    match.relevance_score = relevance;
    match.audit.name_space = "p/" + path.substr(0, 1);
  }
  out.total_matches = matches.size();
  out.stage_times.ranking_ms = 2;
  out.confidence = 0.25 * static_cast<double>(matches.size());
  return out;
}

}  // namespace codeweaver::engine
