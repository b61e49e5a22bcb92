// Calibration: maps raw scores to similarities in [0, 1] that mean the same for every query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_CALIBRATION_HPP_
#define CODEWEAVER_RANK_CALIBRATION_HPP_

#include <algorithm>
#include <cmath>
#include <optional>

namespace codeweaver::inline v0_1::rank {

/// Similarity of a lexical score. `bound` is what the query could attain: the sum over its terms of
/// weight x term_score_bound, optional terms only where the index holds them.
///
/// 1 - (1 - r)^2 with r = score / bound, clamped: 0 for no match, 1 at the bound, rising, and steep
/// at first, because saturation keeps even a good chunk well under the bound. With the default
/// Bm25fOptions all terms once in a body of average length (r = 0.33) give 0.56, all of them also
/// in the symbol (r = 0.75) 0.94, one term of four in the body 0.16. Right answers to comment
/// queries have a median r of 0.37, which gives 0.60. A bound that is not positive gives 0.
inline double calibrate_lexical(double score, double bound) noexcept {
  if (!(bound > 0) || !(score > 0)) return 0;
  const double rest = 1 - std::min(score / bound, 1.0);
  return 1 - rest * rest;
}

/// Where the cosines of a model lie.
struct CosineScale {
  double middle = 0.40;  ///< cosine that is as likely related as not: similarity 0.5
  double slope = 8.0;    ///< > 0; how fast similarity rises there
};

/// Similarity of a cosine: a logistic curve through 0.5 at about `middle`, stretched to 0 at
/// cosine 0 and 1 at cosine 1. Rising from 0 to 1; negative cosines (and NaN) give 0. The
/// defaults suit the built-in static model, whose right answers have a mean cosine of 0.46 and
/// whose other candidates 0.28: 0.2 gives 0.13, 0.4 gives 0.48, 0.6 gives 0.82.
inline double calibrate_cosine(double cosine, const CosineScale& scale = {}) noexcept {
  if (!(cosine > 0)) return 0;
  const auto logistic = [&scale](double x) {
    return 1 / (1 + std::exp(-scale.slope * (x - scale.middle)));
  };
  const double low = logistic(0), high = logistic(1);
  return (logistic(std::min(cosine, 1.0)) - low) / (high - low);
}

/// How a chunk matches a query word for word, from weak to strong.
enum class ExactMatch : unsigned char {
  kNone,
  kPhrase,            ///< the query's words stand in the chunk one after another
  kIdentifier,        ///< the identifier asked for occurs in the chunk
  kIdentifierSymbol,  ///< ... and is the name of what the chunk defines
  kSnippet,           ///< the query is code that occurs in the chunk
  kWhole,             ///< ... and is all of it
};

/// The least similarity of a chunk with such a match; 0 for kNone.
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

/// A component score of a chunk with such a match: definitions asked for by name and copied
/// snippets are raised above all others, keeping their order among themselves; weaker matches
/// change nothing. Applied to every component that ran before relevance is computed, it puts them
/// first.
constexpr double raised(double score, ExactMatch match) noexcept {
  const double floor = exact_floor(match);
  return match >= ExactMatch::kIdentifierSymbol ? floor + (1 - floor) * score : score;
}

/// A component beside a reranker's score. Rerankers look at the same evidence, more closely; what
/// is left for the component is to decide between candidates that they find about equal, so its
/// spread around 1/2 is narrowed. With the default weights the final order is then as good as the
/// reranker's own (docs/internals/quality.md). In [0.35, 0.65], rising.
constexpr double beside_reranker(double score) noexcept {
  return 0.5 + 0.3 * (score - 0.5);
}

/// The similarity of a chunk to the query from its calibrated sides (absent: did not run): the
/// larger one, raised part of the way to 1 by the smaller, since two kinds of evidence agree; and
/// at least the floor of its exact match. In [0, 1], rising in each, the same when swapped.
inline double similarity(std::optional<double> dense, std::optional<double> sparse,
                         ExactMatch match = ExactMatch::kNone) noexcept {
  const double a = std::clamp(dense.value_or(0), 0.0, 1.0);
  const double b = std::clamp(sparse.value_or(0), 0.0, 1.0);
  const double high = std::max(a, b), low = std::min(a, b);
  return std::max(high + (1 - high) * low * 0.5, exact_floor(match));
}

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_CALIBRATION_HPP_
