// Stopwatch: wall and CPU time of this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>

namespace codeweaver::evaluate {

/// Wall and CPU time since construction. CPU time is that of all threads of the process.
class Stopwatch {
 public:
  Stopwatch();
  double wall() const;  ///< seconds
  double cpu() const;   ///< seconds

 private:
  std::chrono::steady_clock::time_point wall_;
  double cpu_;
};

}  // namespace codeweaver::evaluate
