// Reads the monotonic and the process clock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/stopwatch.hpp"

#include <time.h>

namespace codeweaver::evaluate {
namespace {

double process_cpu() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

Stopwatch::Stopwatch() : wall_(std::chrono::steady_clock::now()), cpu_(process_cpu()) {}

double Stopwatch::wall() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
}

double Stopwatch::cpu() const {
  return process_cpu() - cpu_;
}

}  // namespace codeweaver::evaluate
