// A budget of time that searches one after the other share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

namespace codeweaver::engine {

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

 private:
  std::chrono::milliseconds budget_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace codeweaver::engine
