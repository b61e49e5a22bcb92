// Fourth stage of a query: texts, verbatim matches, reranker, relevance, order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/searching/fuse/fuse.hpp"
#include "engine/searching/rank/answer_confidence.hpp"

namespace codeweaver::engine {

struct Ranked {
  std::vector<Candidate> candidates{};  ///< best first, with their texts
  double min_similarity = 0;            ///< the applied threshold
  std::vector<Candidate> dissimilar{};  ///< below the threshold; unordered
  bool is_reranked = false;
  /// Confidence of the answer without a threshold; see answer_confidence().
  std::optional<AnswerConfidence> confidence{};
  std::vector<std::string> warnings{};
};

/// Ranks the candidates of a Fused. If time runs out, at least the first few are ranked.
Ranked rank_candidates(const SearchContext& context, const Question& question,
                       const Retrieved& retrieved, std::vector<Candidate> candidates,
                       TimeLimit& limit);

}  // namespace codeweaver::engine
