// The program as one call, for what starts it: a program of its own, or the Python package.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace codeweaver::cli {

/// Runs `arguments` (without the program's name) with the streams and the environment of this
/// process, whose handlers of signals it takes over: nothing but leaving it should come after.
/// `program` and `pdfium` as in Streams. Returns the exit code.
int run_process(std::vector<std::string> arguments, std::string program,
                std::string pdfium = {}) noexcept;

}  // namespace codeweaver::cli
