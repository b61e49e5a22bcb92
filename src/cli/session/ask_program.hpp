// Runs another program and reads one line of its output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// Runs a program from PATH without a shell and without input.
/// \param command the program and its arguments; not empty
/// \return the first line of the output, without white space around it
/// Errors: kUnavailable "PROGRAM_FAILED" (cannot be started, fails, or takes more than 5 s).
Result<std::string> ask_program(const std::vector<std::string>& command,
                                const settings::Environment& environment);

}  // namespace codeweaver::cli
