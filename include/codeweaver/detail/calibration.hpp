// Calibration: maps raw scores to similarities in [0, 1] that are comparable between queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_CALIBRATION_HPP_
#define CODEWEAVER_RANK_CALIBRATION_HPP_

#include <algorithm>
#include <cmath>
#include <optional>

namespace codeweaver::inline v0_1::rank {

/// Converts a lexical score to a similarity in [0, 1]. `bound` is the attainable score of the
/// query: the sum of weight x term_score_bound over its terms. Optional terms count only if the
/// index has them.
///
/// The result is 1 - (1 - r)^2, where r is score / bound, limited to [0, 1]. It is 0 for no match
/// and 1 at the bound. It rises steeply at first, because saturation keeps even good chunks well
/// below the bound. Examples with the default Bm25fOptions: all terms once in a body of average
/// length (r = 0.33) give 0.56; all of them also in the symbol (r = 0.75) give 0.94; one of four
/// terms in the body gives 0.16. Correct answers to comment queries have a median r of 0.37, which
/// gives 0.60. If `bound` is not positive, the result is 0.
inline double calibrate_lexical(double score, double bound) noexcept {
  if (!(bound > 0) || !(score > 0)) return 0;
  const double rest = 1 - std::min(score / bound, 1.0);
  return 1 - rest * rest;
}

/// How to convert the cosines of a model to similarities.
struct CosineScale {
  double middle = 0.40;  ///< cosine with even odds of being relevant; gives about 0.5
  double slope = 8.0;    ///< > 0; how fast the similarity rises at `middle`
};

/// Converts a cosine to a similarity. The curve is logistic, is 0.5 near `middle`, and is stretched
/// to reach 0 at cosine 0 and 1 at cosine 1. Negative cosines and NaN give 0. The defaults suit the
/// built-in static model: its correct answers have a mean cosine of 0.46, its other candidates
/// 0.28. Examples: 0.2 gives 0.13, 0.4 gives 0.48, 0.6 gives 0.82.
inline double calibrate_cosine(double cosine, const CosineScale& scale = {}) noexcept {
  if (!(cosine > 0)) return 0;
  const auto logistic = [&scale](double x) {
    return 1 / (1 + std::exp(-scale.slope * (x - scale.middle)));
  };
  const double low = logistic(0), high = logistic(1);
  return (logistic(std::min(cosine, 1.0)) - low) / (high - low);
}

/// Kinds of word-for-word matches between a query and a chunk, from weak to strong.
enum class ExactMatch : unsigned char {
  kNone,
  kPhrase,            ///< the chunk contains the words of the query in sequence
  kIdentifier,        ///< the chunk contains the identifier in the query
  kIdentifierSymbol,  ///< ... and defines a symbol with this name
  kSnippet,           ///< the query is code that the chunk contains
  kWhole,             ///< ... and the chunk contains nothing else
};

/// Minimum similarity of a chunk with this match; 0 for kNone.
constexpr double exact_floor(ExactMatch match) noexcept {
  switch (match) {
    case ExactMatch::kNone:
      return 0;
    case ExactMatch::kPhrase:
      return 0.75;
    case ExactMatch::kIdentifier:
      return 0.70;
    case ExactMatch::kIdentifierSymbol:
      return 0.95;
    case ExactMatch::kSnippet:
      return 0.97;
    case ExactMatch::kWhole:
      return 1;
  }
  return 0;
}

/// Raises a component score of a chunk whose match is at least kIdentifierSymbol: a definition that
/// the query names, or a copied snippet. The result is above the scores of all other chunks, and
/// keeps the order. Scores of weaker matches do not change. To rank such chunks first, apply it to
/// every component that ran, before computing the relevance.
constexpr double raised(double score, ExactMatch match) noexcept {
  const double floor = exact_floor(match);
  return match >= ExactMatch::kIdentifierSymbol ? floor + (1 - floor) * score : score;
}

/// Reduces the spread of a component score around 1/2, for use together with a reranker score.
/// Rerankers use the same evidence more precisely, so the component should only decide between
/// candidates with nearly equal rerank scores. With the default weights, the final order is as good
/// as the order by rerank score (docs/internals/quality.md). In [0.35, 0.65], rising.
constexpr double beside_reranker(double score) noexcept {
  return 0.5 + 0.3 * (score - 0.5);
}

/// Returns the similarity of a chunk to the query, from its calibrated dense and sparse scores
/// (nullopt: did not run). It is the larger score, raised part of the way to 1 by the smaller,
/// because two kinds of evidence agree. At least exact_floor(match). In [0, 1], rising in each
/// score, symmetric.
inline double similarity(std::optional<double> dense, std::optional<double> sparse,
                         ExactMatch match = ExactMatch::kNone) noexcept {
  const double a = std::clamp(dense.value_or(0), 0.0, 1.0);
  const double b = std::clamp(sparse.value_or(0), 0.0, 1.0);
  const double high = std::max(a, b), low = std::min(a, b);
  return std::max(high + (1 - high) * low * 0.5, exact_floor(match));
}

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_CALIBRATION_HPP_
