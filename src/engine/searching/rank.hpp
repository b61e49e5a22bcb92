// Ranking, the fourth stage of a query: texts, word-for-word matches, reranker, relevance, order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/searching/answer_confidence.hpp"
#include "engine/searching/fuse.hpp"

namespace codeweaver::engine {

struct Ranked {
  std::vector<Candidate> candidates{};  ///< best first, with their texts
  double min_similarity = 0;            ///< that was held to
  std::vector<Candidate> dissimilar{};  ///< that it leaves out; in no order
  bool is_reranked = false;
  std::optional<AnswerConfidence>
      confidence{};  ///< of the answer without a threshold; see answer_confidence()
  std::vector<std::string> warnings{};
};

/// Takes the candidates of a Fused. Texts are read only of those that can still come into the
/// answer; of all of them where explanations are asked for or the reranker knows no bounds.
/// Out of time, at least the first few are ranked.
Ranked rank_candidates(const SearchContext& context, const Question& question,
                       const Retrieved& retrieved, std::vector<Candidate> candidates,
                       TimeLimit& limit);

}  // namespace codeweaver::engine
