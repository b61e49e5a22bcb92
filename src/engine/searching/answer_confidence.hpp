// Judging an answer: how likely its first match is right, where that can be told.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "engine/searching/confidence.hpp"
#include "engine/searching/retrieve.hpp"

namespace codeweaver::engine {

/// Confidence of an answer that may be right but need not be: from least on, below most. It is not
/// held to SearchOptions::min_similarity. Below lie one in three of the questions about what a
/// project does not have, and one in 170 of the others (docs/internals/quality.md).
struct DoubtfulConfidence {
  static constexpr double kLeast = 0.05, kMost = 0.5;
};

struct AnswerConfidence {
  AnswerFeatures features{};
  double confidence = 0;        ///< that the first is right; 0 without any
  double project_evidence = 0;  ///< for the project that was asked
};

/// Of what was reranked, best first; the first kJudgedMatches are looked at. nullopt: the curve was
/// fitted to scores of the built-in parts on both sides, and those of others mean something else.
std::optional<AnswerConfidence> answer_confidence(const SearchContext& context,
                                                  const Question& question,
                                                  const Retrieved& retrieved,
                                                  std::span<const Candidate* const> best);

}  // namespace codeweaver::engine
