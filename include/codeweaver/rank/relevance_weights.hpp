// RelevanceWeights: the weight of each component in the relevance that orders results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_RELEVANCE_WEIGHTS_HPP_
#define CODEWEAVER_RANK_RELEVANCE_WEIGHTS_HPP_

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::inline v0_1::rank {

inline constexpr std::size_t kComponentCount = 4;
inline constexpr std::array<std::string_view, kComponentCount> kComponentNames = {
    "rerank", "dense", "sparse", "semantic"};

/// Weight of each component in the relevance; only the ratios matter.
struct RelevanceWeights {
  double rerank = 0.5, dense = 0.3, sparse = 0.1, semantic = 0.1;

  constexpr std::array<double, kComponentCount> values() const noexcept {
    return {rerank, dense, sparse, semantic};
  }
  /// Errors: kInvalidArgument if a weight is negative or not finite, or if all are 0.
  Result<void> validate() const {
    double sum = 0;
    for (std::size_t i = 0; i < kComponentCount; ++i) {
      const double weight = values()[i];
      if (!(weight >= 0 && weight <= std::numeric_limits<double>::max()))
        return invalid(kComponentNames[i], weight);
      sum += weight;
    }
    if (!(sum > 0)) return invalid("sum", sum);
    return {};
  }
  friend bool operator==(const RelevanceWeights&, const RelevanceWeights&) = default;

 private:
  static Error invalid(std::string_view name, double value) {
    return {ErrorCategory::kInvalidArgument, "INVALID_WEIGHTS",
            "Relevance weight '" + std::string(name) + "' is " + std::to_string(value),
            "validating relevance weights",
            "Give weights of at least 0, one of them above 0; default 0.5, 0.3, 0.1, 0.1."};
  }
};

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_RELEVANCE_WEIGHTS_HPP_
