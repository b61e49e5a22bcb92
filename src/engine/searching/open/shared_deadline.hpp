// A time budget shared by consecutive searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace codeweaver::engine {

/// Time by which calls to services must end for a query that may take `deadline` from now on. It
/// leaves enough time to answer without services. nullopt: `deadline` is zero (no limit).
inline std::optional<std::chrono::steady_clock::time_point> end_of_calls(
    std::chrono::milliseconds deadline) {
  constexpr int kParts = 5;
  if (deadline.count() == 0) return std::nullopt;
  return std::chrono::steady_clock::now() + deadline * (kParts - 1) / kParts;
}

/// The time starts with the construction.
class SharedDeadline {
 public:
  /// Zero: no limit.
  explicit SharedDeadline(std::chrono::milliseconds budget) : budget_(budget) {}

  /// Time for the next search: the remaining time, at least 1 ms. Zero: no limit.
  std::chrono::milliseconds left() const {
    if (budget_.count() == 0) return budget_;
    const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin_);
    return std::max(budget_ - used, std::chrono::milliseconds(1));
  }
  /// Like left(), but at least a fifth of the budget: enough for an answer without services.
  std::chrono::milliseconds left_to_answer() const {
    return budget_.count() == 0 ? budget_ : std::max(left(), budget_ / 5);
  }

 private:
  std::chrono::milliseconds budget_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace codeweaver::engine
