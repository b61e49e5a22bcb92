// One run of a program, timed from its start to the end of its output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::bench {

struct ProgramRun {
  double milliseconds = 0;  ///< from before the start to after the end
  double cpu_ms = 0;
  int exit_code = 0;   ///< 128 + signal if a signal ended it
  std::string output;  ///< stdout; stderr is dropped
};

/// Runs `command` (the program's path, then its arguments) with the environment of this process and
/// an empty stdin, and waits for it. Errors: kIo "NO_PROGRAM" if it cannot be started.
Result<ProgramRun> run_program(const std::vector<std::string>& command);

}  // namespace codeweaver::bench
