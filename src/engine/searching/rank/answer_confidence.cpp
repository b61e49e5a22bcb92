// Confidence of an answer: its inputs, and whether it can be computed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/answer_confidence.hpp"

#include <algorithm>

#include "codeweaver/embedder.hpp"
#include "codeweaver/reranker.hpp"

namespace codeweaver::engine {
namespace {

/// Confidence that a match is right that contains the only word of the query. The curve does not
/// know such queries: its questions have several words.
constexpr double kOccurringName = 0.75;

}  // namespace

std::optional<AnswerConfidence> answer_confidence(const SearchContext& context,
                                                  const Question& question,
                                                  const Retrieved& retrieved,
                                                  std::span<const Candidate* const> best) {
  const auto& parts = context.parts;
  if (!retrieved.has_dense() || question.options.retrieval != Retrieval::kHybrid ||
      !parts.reranker || !parts.reranker->traits().has_calibrated_confidence ||
      !parts.embedder->info().is_built_in || parts.sparse_encoder)
    return std::nullopt;
  AnswerConfidence out;
  out.features = answer_features(best, retrieved.coverage);
  out.project_evidence = project_evidence(best, out.features);
  if (best.empty()) return out;
  out.confidence = confidence(out.features);
  const Candidate& first = *best.front();
  if (first.lane) out.confidence = std::max(out.confidence, confidence(*first.lane));
  if (question.reading.is_one_name && first.exact >= rank::ExactMatch::kIdentifier)
    out.confidence = std::max(out.confidence, kOccurringName);
  return out;
}

}  // namespace codeweaver::engine
