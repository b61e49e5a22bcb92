// Statistics over queries: quantiles, cluster bootstrap, paired randomisation test.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace codeweaver::evaluate {

/// SplitMix64 (Steele et al. 2014): the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept;
  /// Uniform in [0, bound); requires bound > 0. Biased by at most bound / 2^32.
  std::size_t below(std::size_t bound) noexcept;

 private:
  std::uint64_t state_;
};

/// The q-quantile (q in [0, 1]) by linear interpolation between order statistics; 0 of nothing.
double quantile(std::vector<double> values, double q);

double mean(std::span<const double> values) noexcept;

struct Interval {
  double low = 0, high = 0;
};

inline constexpr std::size_t kResamples = 1000;
inline constexpr std::size_t kSignFlips = 10'000;
inline constexpr std::uint64_t kSeed = 20'261'121;

/// 95 % percentile intervals of the means of `columns`, one value a query in each, by a cluster
/// bootstrap: each of the 1,000 resamples draws as many repositories as there are, with
/// replacement, then of each drawn one as many of its queries as it has, with replacement, and
/// takes the mean over all drawn queries. Queries on one repository are not independent, so drawing
/// queries alone would give intervals that are too narrow. `clusters[i]` numbers query i's
/// repository. All columns share the draws. Of no queries: zeros.
std::vector<Interval> cluster_bootstrap(std::span<const std::vector<double>> columns,
                                        std::span<const std::size_t> clusters,
                                        std::uint64_t seed = kSeed);

/// Two-sided p-value of a paired randomisation test: the share of 10,000 draws of random signs
/// for `differences` (and the observed ones, so it is never 0) whose mean is at least as far from
/// 0. 1 when nothing differs.
double sign_flip_p_value(std::span<const double> differences, std::uint64_t seed = kSeed);

}  // namespace codeweaver::evaluate
