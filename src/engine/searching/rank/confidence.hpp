// Confidence: how likely the first match is right, computed from features of the whole answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "codeweaver/detail/bm25f.hpp"
#include "engine/searching/fuse/candidate.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {

inline constexpr auto kAnswerFeatures = std::to_array<std::string_view>(
    {"rerank_best", "rerank_second", "coverage_best", "file_coverage_best", "cosine_best",
     "query_words", "unknown_words", "named"});
inline constexpr std::size_t kUnknownWords = 6;
static_assert(kAnswerFeatures[kUnknownWords] == "unknown_words");
/// One value for each name of kAnswerFeatures.
using AnswerFeatures = std::array<double, kAnswerFeatures.size()>;

/// Number of matches used to judge an answer.
inline constexpr std::size_t kJudgedMatches = 10;

/// Returns the features of an answer, computed from the first kJudgedMatches candidates in
/// `ranked`. The reranker must have scored these candidates.
/// - rerank_*: log-odds of the largest and of the second largest rerank score
/// - coverage_*, cosine_best: largest value of a candidate
/// - query_words: ln(1 + number of words in the query)
/// - unknown_words: share of these words that no chunk contains
/// - named: 1 if a candidate has the name, or contains the exact text, that the query asks for;
///   otherwise 0
AnswerFeatures answer_features(std::span<const Candidate* const> ranked,
                               const store::TermCoverage& query);

/// Probability in [0, 1] that the first match is right: a logistic regression on answers of the
/// built-in model and reranker (docs/internals/quality.md, training/fit_confidence.py).
double confidence(const AnswerFeatures& features);

/// Evidence that the question is about the searched project and not about another one: log-odds up
/// to a constant, from a conditional logit over the right project and all others
/// (docs/internals/quality.md). `features`: those of the same answer.
double project_evidence(std::span<const Candidate* const> ranked, const AnswerFeatures& features);

/// Probability that the first match is the requested one if the query names it word for word. Lower
/// than the rate measured on a thousand literal questions (docs/benchmarks/2026-11-answers.md).
double confidence(const Lane& first) noexcept;

}  // namespace codeweaver::engine
