// partition: cuts a row of units into segments of good size at good places.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace codeweaver::chunk {

/// The prices of cutting between a unit and its predecessor, and of joining them. On the scale of
/// the size price: 1 is the price of an almost empty segment.
struct Boundary {
  float cut = 0;   ///< paid if a segment starts here
  float join = 0;  ///< paid if no segment starts here
};

/// Wanted segment sizes in tokens: min <= target <= max.
struct SegmentSizes {
  std::uint32_t min = 0;
  std::uint32_t target = 0;
  std::uint32_t max = 0;
};

/// Returns the index of the first unit of each segment, ascending and starting with 0. Empty if
/// there are no units.
///
/// Minimises the sum of the boundary prices and of the squared relative distance of each segment's
/// tokens to the target. A segment exceeds `max` only if it is a single unit. Of equal solutions,
/// the one with the longer last segment wins, so the result is deterministic. `tokens` and
/// `boundaries` have equal length; the first boundary is ignored.
///
/// Cost: O(n * w), where w is the number of units in a segment, at most 512.
std::vector<std::uint32_t> partition(std::span<const std::uint32_t> tokens,
                                     std::span<const Boundary> boundaries,
                                     const SegmentSizes& sizes);

}  // namespace codeweaver::chunk
