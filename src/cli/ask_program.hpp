// Asking another program for a short text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// Runs a program, which is looked up on PATH, with its arguments, without a shell and without
/// input, and returns the first line it prints, without white space around it. `command` is not
/// empty. Errors: kUnavailable "PROGRAM_FAILED" (cannot be started, fails, or takes over 5 s).
Result<std::string> ask_program(const std::vector<std::string>& command,
                                const settings::Environment& environment);

}  // namespace codeweaver::cli
