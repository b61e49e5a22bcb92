// Statistics over queries: quantiles, cluster bootstrap, paired randomisation test.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace codeweaver::evaluate {
namespace {

/// Sums that differ only by rounding count as equal.
constexpr double kRounding = 1e-9;

/// The members of each cluster.
std::vector<std::vector<std::size_t>> members_of(std::span<const std::size_t> clusters) {
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (clusters[i] >= members.size()) members.resize(clusters[i] + 1);
    members[clusters[i]].push_back(i);
  }
  std::erase_if(members, [](const auto& cluster) { return cluster.empty(); });
  return members;
}

/// One resample, as indices of queries.
void draw(const std::vector<std::vector<std::size_t>>& members, Random& random,
          std::vector<std::size_t>& drawn) {
  drawn.clear();
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& cluster = members[random.below(members.size())];
    for (std::size_t j = 0; j < cluster.size(); ++j)
      drawn.push_back(cluster[random.below(cluster.size())]);
  }
}

}  // namespace

std::uint64_t Random::next() noexcept {
  state_ += 0x9E3779B97F4A7C15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
  return mixed ^ (mixed >> 31U);
}

std::size_t Random::below(std::size_t bound) noexcept {
  return static_cast<std::size_t>(((next() >> 32U) * bound) >> 32U);
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

double mean(std::span<const double> values) noexcept {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<Interval> cluster_bootstrap(std::span<const std::vector<double>> columns,
                                        std::span<const std::size_t> clusters, std::uint64_t seed) {
  std::vector<Interval> intervals(columns.size());
  const auto members = members_of(clusters);
  if (members.empty()) return intervals;
  Random random(seed);
  std::vector<std::size_t> drawn;
  std::vector<std::vector<double>> means(columns.size());
  for (std::size_t round = 0; round < kResamples; ++round) {
    draw(members, random, drawn);
    for (std::size_t column = 0; column < columns.size(); ++column) {
      double sum = 0;
      for (const auto index : drawn) sum += columns[column][index];
      means[column].push_back(sum / static_cast<double>(drawn.size()));
    }
  }
  for (std::size_t column = 0; column < columns.size(); ++column)
    intervals[column] = {quantile(means[column], 0.025), quantile(means[column], 0.975)};
  return intervals;
}

double sign_flip_p_value(std::span<const double> differences, std::uint64_t seed) {
  std::vector<double> changed;  // a difference of 0 has no sign
  for (const double difference : differences)
    if (difference != 0) changed.push_back(difference);
  const double observed = std::abs(std::accumulate(changed.begin(), changed.end(), 0.0));
  Random random(seed);
  std::size_t as_far = 0;
  for (std::size_t round = 0; round < kSignFlips; ++round) {
    double sum = 0;
    std::uint64_t signs = 0;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      if (i % 64 == 0) signs = random.next();
      sum += (signs & 1U) != 0 ? changed[i] : -changed[i];
      signs >>= 1U;
    }
    if (std::abs(sum) >= observed - kRounding) ++as_far;
  }
  return static_cast<double>(as_far + 1) / static_cast<double>(kSignFlips + 1);
}

}  // namespace codeweaver::evaluate
