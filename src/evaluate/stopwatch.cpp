// Reads the monotonic clock and the process clock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/stopwatch.hpp"

#include "base/os/machine.hpp"

namespace codeweaver::evaluate {
namespace {

double process_cpu() {
  return std::chrono::duration<double>(os::process_cpu_time()).count();
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
