// Runs of generated inputs in a child process, which may crash, hang or use up its memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace codeweaver::fuzz {

/// Makes the input of a seed, treats it, and returns the promise that was broken; empty: none.
/// Adds the bytes of the input to the second argument.
using TreatSeed = std::function<std::string(std::uint64_t seed, std::uint64_t& bytes)>;

struct RunTally {
  std::uint64_t inputs = 0, bytes = 0, faults = 0;
  double cpu_seconds = 0;
};

/// Treats the inputs of `seed` and the seeds that follow for so much CPU time, and prints a line
/// for each fault. A crash, and an input that takes a minute of CPU time, is a fault of its seed.
RunTally run_in_children(const std::string& name, double cpu_seconds, std::uint64_t seed,
                         const TreatSeed& treat);

}  // namespace codeweaver::fuzz
