// A Reranker with fixed weights: it scores where a candidate contains the query's terms.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/detail/term_list.hpp"
#include "codeweaver/reranker.hpp"
#include "model/rerank_features.hpp"
#include "model/rerank_query.hpp"

namespace codeweaver::inline v0_1 {
namespace {

using model::NameMatch;
using model::RerankQuery;
using model::TermSet;

/// Weights of evidence in [0, 1]. They sum to 1, except for the bonus. Their proportions follow a
/// softmax regression on 1,814 queries from doc comments against 35 projects in 15 languages,
/// cross-validated by project, and were then rounded by hand. Comments were removed from that code,
/// so the weight of `doc` is a judgement. Body coverage, term counts and window density added
/// nothing to `sparse`.
constexpr double kDense = 0.15, kSparse = 0.22;
constexpr double kSymbol = 0.23, kNameShare = 0.14, kPath = 0.09, kHead = 0.09;
constexpr double kDoc = 0.06, kPairs = 0.02;
constexpr double kExactNameBonus = 0.15;
/// The curve that spreads the weighted sum over [0, 1]. A typical best candidate has the sum 0.5.
constexpr double kMiddle = 0.35, kSlope = 8;
/// Score factors for code that users rarely look for.
constexpr double kTestFactor = 0.75, kGeneratedFactor = 0.5;

double share(TermSet found, TermSet wanted) noexcept {
  if (wanted == 0) return 0;
  return static_cast<double>(std::popcount(found & wanted)) /
         static_cast<double>(std::popcount(wanted));
}

double clamped(float score) noexcept {
  return score > 0 ? std::min(static_cast<double>(score), 1.0) : 0.0;  // NaN counts as no evidence
}

/// Rises from 0 at 0 to 1 at 1.
double spread(double sum) noexcept {
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-kSlope * (x - kMiddle))); };
  return (logistic(std::min(sum, 1.0)) - logistic(0)) / (logistic(1) - logistic(0));
}

double score(const RerankQuery& query, const RerankCandidate& candidate, const NameMatch& match,
             TermSet body_pairs) noexcept {
  const TermSet words = query.words();
  const TermSet pairs = match.symbol.pairs | match.doc.pairs | body_pairs;
  const double sum =
      kDense * clamped(candidate.dense_score) + kSparse * clamped(candidate.sparse_score) +
      kSymbol * share(match.symbol.terms, words) + kNameShare * match.name_share +
      kPath * share(match.path.terms, words) + kHead * share(match.head.terms, words) +
      kDoc * share(match.doc.terms, words) + kPairs * share(pairs, query.followers()) +
      (match.is_named_exactly ? kExactNameBonus : 0);
  double result = spread(sum);
  if (candidate.is_test && !query.asks_for_tests()) result *= kTestFactor;
  if (candidate.is_generated && !query.asks_for_generated()) result *= kGeneratedFactor;
  return result;
}

class RuleReranker final : public Reranker {
 public:
  std::string_view name() const noexcept override { return "codeweaver/rules-1"; }
  RerankerTraits traits() const noexcept override { return {.is_built_in = true}; }

  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    const RerankQuery prepared(query);
    text::TermList scratch;
    std::vector<float> scores;
    scores.reserve(candidates.size());
    for (const RerankCandidate& candidate : candidates) {
      const TermSet body_pairs = match_text(prepared, candidate.content).pairs;
      scores.push_back(static_cast<float>(
          score(prepared, candidate, match_names(prepared, candidate, scratch), body_pairs)));
    }
    return scores;
  }
};

}  // namespace

std::shared_ptr<const Reranker> make_rule_reranker() {
  return std::make_shared<RuleReranker>();
}

}  // namespace codeweaver::inline v0_1
