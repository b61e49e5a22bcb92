// RefreshPace: the number of changed files that a search can index before it answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/state/tree_state.hpp"

namespace codeweaver::engine {

/// Work to index the changed files of a scan: their bytes plus a constant for each file.
std::uint64_t weight_of(const TreeScan& scan);

/// Removes changed files from a scan, except the first ones up to a total weight of `most` (at
/// least one). Removed and skipped files stay in the scan because they cost little; they are
/// removed as well if `most` is 0. Returns the paths of the removed files, ascending.
std::vector<std::string> take_out(TreeScan& scan, std::uint64_t most);

/// Sizes slices of work by the duration of earlier slices. Not safe for concurrent use.
class RefreshPace {
 public:
  /// The time starts now; milliseconds::max(): no limit.
  explicit RefreshPace(std::chrono::milliseconds patience);

  /// True if the time is over or too short for another slice.
  bool is_over() const;
  /// Weight of the next slice; the first one is small.
  std::uint64_t next() const;
  /// Weight that fits the whole patience on a typical machine.
  std::uint64_t most() const;
  /// Reports a finished slice of this weight.
  void did(std::uint64_t weight);

 private:
  using Clock = std::chrono::steady_clock;
  std::chrono::duration<double> left() const;

  std::optional<std::chrono::duration<double>> patience_;  // nullopt: no limit
  Clock::time_point begin_, lap_;
  double per_second_ = 0;  // weight per second, including comparisons; 0: unknown
};

}  // namespace codeweaver::engine
