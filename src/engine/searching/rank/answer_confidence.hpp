// Confidence of an answer: how likely its first match is right, if that can be computed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "engine/searching/rank/confidence.hpp"
#include "engine/searching/retrieve/retrieve.hpp"

namespace codeweaver::engine {

/// Range of the confidence of a doubtful answer: from kLeast (inclusive) to kMost (exclusive). A
/// doubtful answer is not cut at SearchOptions::min_similarity. Confidences below kLeast: two in
/// five of the questions about something that the project does not have, and one in 168 of all
/// others (docs/internals/quality.md).
struct DoubtfulConfidence {
  static constexpr double kLeast = 0.06, kMost = 0.5;
};

struct AnswerConfidence {
  AnswerFeatures features{};
  double confidence = 0;        ///< that the first match is right; 0 if there is none
  double project_evidence = 0;  ///< for the searched project
};

/// Confidence computed from the first kJudgedMatches of `best` (reranked candidates, best first).
/// nullopt if a part is not the built-in one: the curve was fitted to scores of the built-in parts,
/// and other scores have other meanings.
std::optional<AnswerConfidence> answer_confidence(const SearchContext& context,
                                                  const Question& question,
                                                  const Retrieved& retrieved,
                                                  std::span<const Candidate* const> best);

}  // namespace codeweaver::engine
