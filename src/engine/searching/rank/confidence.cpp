// Confidence: the features of an answer, and the logistic curve over them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/confidence.hpp"

#include <algorithm>
#include <cmath>

namespace codeweaver::engine {
namespace {

// BEGIN fitted
constexpr double kIntercept = -3.8842;
constexpr AnswerFeatures kWeights = {1.3204, -0.6638, 2.4290,  -0.2599,
                                     1.4846, 0.5153,  -1.5974, 0.3637};
// END fitted

constexpr std::size_t place_of_feature(std::string_view name) {
  std::size_t at = 0;
  while (kAnswerFeatures[at] != name) ++at;
  return at;
}
constexpr std::size_t kCoverageBest = place_of_feature("coverage_best"),
                      kCosineBest = place_of_feature("cosine_best"),
                      kNamedPlace = place_of_feature("named");

double log_odds(double probability) {
  const double inside = std::clamp(probability, 1e-4, 1 - 1e-4);
  return std::log(inside / (1 - inside));
}

}  // namespace

AnswerFeatures answer_features(std::span<const Candidate* const> ranked,
                               const store::TermCoverage& query) {
  double best = 0, second = 0, coverage = 0, file_coverage = 0, cosine = 0, named = 0;
  for (const Candidate* found : ranked.first(std::min(kJudgedMatches, ranked.size()))) {
    const double score = found->rerank.value_or(0);
    second = std::max(second, std::min(best, score));
    best = std::max(best, score);
    coverage = std::max(coverage, static_cast<double>(found->signals.coverage));
    file_coverage = std::max(file_coverage, static_cast<double>(found->signals.file_coverage));
    cosine = std::max(cosine, found->dense_raw);
    if (found->exact != rank::ExactMatch::kNone) named = 1;
  }
  const auto terms = query.terms();
  double words = 0, unknown = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].optional) continue;
    ++words;
    if (query.idf()[i] <= 0) ++unknown;
  }
  return {log_odds(best),
          log_odds(second),
          coverage,
          file_coverage,
          cosine,
          std::log1p(words),
          words > 0 ? unknown / words : 1,
          named};
}

double confidence(const AnswerFeatures& features) {
  double sum = kIntercept;
  for (std::size_t i = 0; i < features.size(); ++i) sum += kWeights[i] * features[i];
  return 1 / (1 + std::exp(-sum));
}

double project_evidence(std::span<const Candidate* const> ranked, const AnswerFeatures& features) {
  constexpr std::size_t kFirst = 4;
  constexpr double kMeanRelevance = 14, kCosine = 12, kCoverage = 6, kNamed = 3;
  const auto first = ranked.first(std::min(kFirst, ranked.size()));
  double relevance = 0;
  for (const Candidate* found : first)
    relevance +=
        found->scores.relevance / found->scores.file_factor / static_cast<double>(first.size());
  return kMeanRelevance * relevance + kCosine * features[kCosineBest] +
         kCoverage * features[kCoverageBest] + kNamed * features[kNamedPlace];
}

double confidence(const Lane& first) noexcept {
  switch (first.kind) {
    case LaneKind::kPlace:
    case LaneKind::kFile:
      return 0.99;
    case LaneKind::kText:
      return 0.95;
    case LaneKind::kWord:
      return 0.85;
    case LaneKind::kName:
      break;
  }
  switch (first.match) {
    case text::NameMatch::kExact:
      return 0.99;
    case text::NameMatch::kStyle:
      return 0.97;
    case text::NameMatch::kBegins:
    case text::NameMatch::kHolds:
      return 0.90;
    case text::NameMatch::kNear:
    case text::NameMatch::kParts:
    case text::NameMatch::kNone:
      break;
  }
  return 0.85;
}

}  // namespace codeweaver::engine
