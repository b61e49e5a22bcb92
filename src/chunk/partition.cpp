// partition: shortest path over the possible segments, looking back as far as one segment fits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/partition.hpp"

#include <algorithm>
#include <limits>

namespace codeweaver::chunk {
namespace {

// Rows of tiny units (number tables) would make the search quadratic in the segment size.
constexpr std::uint32_t kMaxUnits = 512;

/// Price of a segment for each number of tokens from 0 to sizes.max.
std::vector<float> size_prices(const SegmentSizes& sizes) {
  std::vector<float> prices(sizes.max + 1);
  const auto target = static_cast<float>(std::max(sizes.target, 1U));
  const auto min = static_cast<float>(std::max(sizes.min, 1U));
  for (std::uint32_t t = 0; t <= sizes.max; ++t) {
    const auto size = static_cast<float>(t);
    const float distance = (size - target) / target;
    prices[t] = distance * distance;
    if (size < min) prices[t] += 0.5F * (min - size) / min;
  }
  return prices;
}

}  // namespace

std::vector<std::uint32_t> partition(std::span<const std::uint32_t> tokens,
                                     std::span<const Boundary> boundaries,
                                     const SegmentSizes& sizes) {
  const std::vector<float> prices = size_prices(sizes);
  const std::size_t n = tokens.size();
  std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
  std::vector<std::uint32_t> start(n + 1, 0);
  best[0] = 0;
  for (std::size_t end = 1; end <= n; ++end) {
    std::uint64_t size = 0;
    double joins = 0;
    const std::size_t furthest = end > kMaxUnits ? end - kMaxUnits : 0;
    for (std::size_t begin = end; begin-- > furthest;) {
      size += tokens[begin];
      if (size > sizes.max && begin + 1 < end) break;
      const double cut = begin > 0 ? boundaries[begin].cut : 0;
      const double price = best[begin] + cut + joins +
                           (size <= sizes.max ? prices[static_cast<std::size_t>(size)] : 0);
      if (price <= best[end]) {
        best[end] = price;
        start[end] = static_cast<std::uint32_t>(begin);
      }
      joins += boundaries[begin].join;
    }
  }
  std::vector<std::uint32_t> starts;
  for (std::size_t end = n; end > 0; end = start[end]) starts.push_back(start[end]);
  std::reverse(starts.begin(), starts.end());
  return starts;
}

}  // namespace codeweaver::chunk
