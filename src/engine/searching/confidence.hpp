// Confidence: how likely the first match is right, from what was measured of the whole answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "codeweaver/rank/bm25f.hpp"
#include "engine/searching/candidate.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

inline constexpr auto kAnswerFeatures = std::to_array<std::string_view>(
    {"rerank_best", "rerank_second", "coverage_best", "file_coverage_best", "cosine_best",
     "query_words", "unknown_words", "named"});
inline constexpr std::size_t kUnknownWords = 6;
static_assert(kAnswerFeatures[kUnknownWords] == "unknown_words");
/// One value a name of kAnswerFeatures.
using AnswerFeatures = std::array<double, kAnswerFeatures.size()>;

/// Matches that an answer is judged by.
inline constexpr std::size_t kJudgedMatches = 10;

/// Of the kJudgedMatches best in `ranked`, which were reranked. rerank_*: log-odds of the best and
/// second best rerank score; coverage_* and cosine_best: the largest; query_words: ln(1 + words);
/// unknown_words: share of them that no chunk holds; named: 1 when the name or text asked for
/// occurs.
AnswerFeatures answer_features(std::span<const Candidate* const> ranked,
                               const store::TermCoverage& query);

/// Probability in [0, 1] that the first is right, by a logistic regression on answers of the
/// built-in model and reranker (docs/internals/quality.md, training/fit_confidence.py).
double confidence(const AnswerFeatures& features);

/// How much speaks for the project that was asked, over others that are asked the same: log odds up
/// to a constant, by a conditional logit over the right project and all others
/// (docs/internals/quality.md). `features`: those of the same answer.
double project_evidence(std::span<const Candidate* const> ranked, const AnswerFeatures& features);

/// Probability that the first match is what was asked for where the query says it word for word;
/// below what was measured on a thousand literal questions (docs/benchmarks/2026-11-answers.md).
double confidence(const Lane& first) noexcept;

}  // namespace codeweaver::engine
