// partition: cuts a row of units into segments of good size at good places.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace codeweaver::chunk {

/// What speaks against cutting between a unit and the one before it, and against keeping them
/// together. On the scale of the size price: 1 is what a segment of almost nothing costs.
struct Boundary {
  float cut = 0;   ///< paid when a segment starts here
  float join = 0;  ///< paid when it does not
};

/// Wanted segment sizes in tokens; min <= target <= max.
struct SegmentSizes {
  std::uint32_t min = 0;
  std::uint32_t target = 0;
  std::uint32_t max = 0;
};

/// Index of the first unit of each segment, ascending, the first 0; empty for no units.
/// Minimises the sum of the boundaries' prices and of the squared relative distance of each
/// segment's tokens to the target; a segment exceeds `max` only when it is a single unit. Of equal
/// solutions the one with the longer last segment wins, so the answer depends on nothing else.
/// `tokens` and `boundaries` have equal length; the first boundary is ignored.
/// Cost: O(n * w), w the units that fit one segment, at most 512.
std::vector<std::uint32_t> partition(std::span<const std::uint32_t> tokens,
                                     std::span<const Boundary> boundaries,
                                     const SegmentSizes& sizes);

}  // namespace codeweaver::chunk
