// Relevance: the weighted sum of component scores that orders results, and its explanation.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_RELEVANCE_HPP_
#define CODEWEAVER_RANK_RELEVANCE_HPP_

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::rank {

inline constexpr std::size_t kComponentCount = 4;
inline constexpr std::array<std::string_view, kComponentCount> kComponentNames = {
    "rerank", "dense", "sparse", "semantic"};

/// Share of each component in the relevance; only their proportions count.
struct RelevanceWeights {
  double rerank = 0.5, dense = 0.3, sparse = 0.1, semantic = 0.1;

  constexpr std::array<double, kComponentCount> values() const noexcept {
    return {rerank, dense, sparse, semantic};
  }
  /// Errors: kInvalidArgument for a weight that is negative or not finite, or when all are 0.
  Result<void> validate() const {
    double sum = 0;
    for (std::size_t i = 0; i < kComponentCount; ++i) {
      const double weight = values()[i];
      if (!std::isfinite(weight) || weight < 0) return invalid(kComponentNames[i], weight);
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

/// Component scores of one candidate, each calibrated to [0, 1]; absent: did not run.
struct RelevanceComponents {
  std::optional<double> rerank, dense, sparse, semantic;

  constexpr std::array<std::optional<double>, kComponentCount> values() const noexcept {
    return {rerank, dense, sparse, semantic};
  }
};

/// How a relevance came about: for each component its score, its weight after absent ones were
/// shared out, and their product. Contributions add up to `score`.
struct Relevance {
  struct Part {
    std::optional<double> value;
    double weight = 0;
    double contribution = 0;
  };
  double score = 0;                           ///< [0, 1]
  std::array<Part, kComponentCount> parts{};  ///< in the order of kComponentNames
};

/// Weighted mean of the components that ran, each clamped to [0, 1]. The weights of the others are
/// shared out among those in proportion; when the weights of all that ran are 0, evenly. Whether a
/// component ran should be the same for all candidates of a query, else scores do not compare.
/// Nothing ran: 0. Rising in every component.
constexpr Relevance relevance(const RelevanceComponents& components,
                              const RelevanceWeights& weights = {}) noexcept {
  const auto values = components.values();
  auto shares = weights.values();
  double sum = 0, present = 0;
  for (std::size_t i = 0; i < kComponentCount; ++i) {
    if (!values[i]) shares[i] = 0;
    sum += shares[i];
    present += values[i] ? 1.0 : 0.0;
  }
  Relevance result;
  for (std::size_t i = 0; i < kComponentCount; ++i) {
    if (!values[i]) continue;
    Relevance::Part& part = result.parts[i];
    part.value = std::clamp(*values[i], 0.0, 1.0);
    part.weight = sum > 0 ? shares[i] / sum : 1.0 / present;
    part.contribution = part.weight * *part.value;
    result.score += part.contribution;
  }
  result.score = std::min(result.score, 1.0);
  return result;
}

/// One line for people: "0.812 = rerank 0.900 x 0.50 + dense 0.700 x 0.30 + ...".
inline std::string explain(const Relevance& relevance) {
  std::string text;
  const auto append_number = [&text](double value, int digits) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, digits);
    text.append(buffer.data(), end.ptr);
  };
  append_number(relevance.score, 3);
  std::string_view separator = " = ";
  for (std::size_t i = 0; i < kComponentCount; ++i) {
    const Relevance::Part& part = relevance.parts[i];
    if (!part.value) continue;
    text.append(separator).append(kComponentNames[i]).append(" ");
    append_number(*part.value, 3);
    text += " x ";
    append_number(part.weight, 2);
    separator = " + ";
  }
  return text;
}

}  // namespace codeweaver::rank

#endif  // CODEWEAVER_RANK_RELEVANCE_HPP_
