// Confidence of an answer: its inputs, and whether it can be computed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/answer_confidence.hpp"

#include <algorithm>

#include "codeweaver/reranker.hpp"

namespace codeweaver::engine {

std::optional<AnswerConfidence> answer_confidence(const SearchContext& context,
                                                  const Question& question,
                                                  const Retrieved& retrieved,
                                                  std::span<const Candidate* const> best) {
  if (!retrieved.has_dense() || question.options.retrieval != Retrieval::kHybrid ||
      !context.parts.reranker->name().starts_with("codeweaver/trees") ||
      context.identity.embedder_provider != "codeweaver" || context.parts.sparse_encoder)
    return std::nullopt;
  AnswerConfidence out;
  out.features = answer_features(best, retrieved.coverage);
  out.project_evidence = project_evidence(best, out.features);
  if (best.empty()) return out;
  out.confidence = confidence(out.features);
  if (const auto& lane = best.front()->lane)
    out.confidence = std::max(out.confidence, confidence(*lane));
  return out;
}

}  // namespace codeweaver::engine
