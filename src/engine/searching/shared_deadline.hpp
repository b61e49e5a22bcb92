// A budget of time that searches one after the other share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace codeweaver::engine {

/// When calls of services have to end, of a query that may take `deadline` from now on: early
/// enough for an answer that needs none of them. nullopt: the deadline is zero, so there is none.
inline std::optional<std::chrono::steady_clock::time_point> end_of_calls(
    std::chrono::milliseconds deadline) {
  constexpr int kParts = 5;
  if (deadline.count() == 0) return std::nullopt;
  return std::chrono::steady_clock::now() + deadline * (kParts - 1) / kParts;
}

/// Begins when it is made.
class SharedDeadline {
 public:
  /// Zero: no end.
  explicit SharedDeadline(std::chrono::milliseconds budget) : budget_(budget) {}

  /// What the next search may take: what is left, at least a millisecond; zero: any time.
  std::chrono::milliseconds left() const {
    if (budget_.count() == 0) return budget_;
    const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin_);
    return std::max(budget_ - used, std::chrono::milliseconds(1));
  }
  /// The same, but a fifth of the whole at least: enough for an answer without services.
  std::chrono::milliseconds left_to_answer() const {
    return budget_.count() == 0 ? budget_ : std::max(left(), budget_ / 5);
  }

 private:
  std::chrono::milliseconds budget_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace codeweaver::engine
