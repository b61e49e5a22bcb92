// One run of a program, timed from its start to the end of its output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::evaluate {

struct ProgramRun {
  double milliseconds = 0;  ///< from before the start to after the end
  double cpu_ms = 0;
  int exit_code = 0;   ///< 128 + signal when one ended it
  std::string output;  ///< of stdout; stderr is dropped
};

/// Runs `command` (the program's path, then its arguments) with this process's environment and an
/// empty stdin, and waits for it. Errors: kIo "NO_PROGRAM" when it can't be started.
Result<ProgramRun> run_program(const std::vector<std::string>& command);

}  // namespace codeweaver::evaluate
