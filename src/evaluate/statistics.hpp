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

/// The q-quantile (q in [0, 1]) by linear interpolation between order statistics; 0 for no values.
double quantile(std::vector<double> values, double q);

double mean(std::span<const double> values) noexcept;

struct Interval {
  double low = 0, high = 0;
};

inline constexpr std::size_t kResamples = 1000;
inline constexpr std::size_t kSignFlips = 10'000;
inline constexpr std::uint64_t kSeed = 20'261'121;

/// Returns 95 % percentile intervals of the means of `columns` by a cluster bootstrap. Each column
/// has one value per query. Each of the 1,000 resamples draws as many repositories as exist, with
/// replacement. From each drawn repository it draws as many queries as it has, with replacement,
/// and takes the mean over all drawn queries.
///
/// Queries on one repository are not independent, so drawing only queries would give intervals that
/// are too narrow. `clusters[i]` is the number of query i's repository. All columns share the
/// draws. Without queries: zeros.
std::vector<Interval> cluster_bootstrap(std::span<const std::vector<double>> columns,
                                        std::span<const std::size_t> clusters,
                                        std::uint64_t seed = kSeed);

/// Two-sided p-value of a paired randomisation test: the share of 10,000 random sign assignments
/// for `differences` with a mean at least as far from 0 as the observed one. The observed signs
/// count as one assignment, so the result is never 0. 1 if nothing differs.
double sign_flip_p_value(std::span<const double> differences, std::uint64_t seed = kSeed);

}  // namespace codeweaver::evaluate
