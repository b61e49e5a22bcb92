// RefreshPace: how many changed files a search can index before it answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/state/tree_state.hpp"

namespace codeweaver::engine {

/// Work to index the changed files of a look: their bytes, and a constant per file.
std::uint64_t weight_of(const TreeLook& look);

/// Takes changed files out of a look, the first ones aside: those up to a weight of `most`, one at
/// least. Removed and skipped files stay, as they cost little; with 0 they go too. Returns the
/// paths that were taken out, ascending.
std::vector<std::string> take_out(TreeLook& look, std::uint64_t most);

/// Sizes slices of work by the time that earlier slices took. Not for concurrent use.
class RefreshPace {
 public:
  /// From now on; milliseconds::max(): without an end.
  explicit RefreshPace(std::chrono::milliseconds patience);

  /// Whether the time is over, or too short for another slice.
  bool is_over() const;
  /// Weight of the next slice: a small one first.
  std::uint64_t next() const;
  /// What fits all of the patience on a usual machine.
  std::uint64_t most() const;
  /// Notes that a slice of this weight is done.
  void did(std::uint64_t weight);

 private:
  using Clock = std::chrono::steady_clock;
  std::chrono::duration<double> left() const;

  std::optional<std::chrono::duration<double>> patience_;  // nullopt: without an end
  Clock::time_point begin_, lap_;
  double per_second_ = 0;  // weight, with the looks; 0: not known yet
};

}  // namespace codeweaver::engine
