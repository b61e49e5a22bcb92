// Relevance: the weighted sum of component scores that orders results, and its explanation.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_RELEVANCE_HPP_
#define CODEWEAVER_RANK_RELEVANCE_HPP_

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/rank/relevance_weights.hpp"

namespace codeweaver::inline v0_1::rank {

/// Component scores of one candidate, each calibrated to [0, 1]; nullopt: did not run.
struct RelevanceComponents {
  std::optional<double> rerank, dense, sparse, semantic;

  constexpr std::array<std::optional<double>, kComponentCount> values() const noexcept {
    return {rerank, dense, sparse, semantic};
  }
};

/// A relevance and its parts. Each component has a score, a weight (after the weights of missing
/// components were redistributed), and their product. The contributions sum to `score`.
struct Relevance {
  struct Part {
    std::optional<double> value;
    double weight = 0;
    double contribution = 0;
  };
  double score = 0;                           ///< [0, 1]
  std::array<Part, kComponentCount> parts{};  ///< in the order of kComponentNames
};

/// Returns the weighted mean of the components that ran, each limited to [0, 1]. The weights of
/// missing components are distributed to the others in proportion, or evenly if all other weights
/// are zero. To make scores comparable, the same components should run for all candidates of a
/// query. The result is 0 if nothing ran, and rises in every component.
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

/// Returns one line for people: "0.812 = rerank 0.900 x 0.50 + dense 0.700 x 0.30 + ...".
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

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_RELEVANCE_HPP_
