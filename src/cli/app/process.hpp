// The whole program as one call, for main() and for the Python package.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace codeweaver::cli {

/// Runs the program with the streams and the environment of this process. It replaces the signal
/// handlers, so the process should end afterwards.
/// \param arguments the command line without the program's name
/// \param program,pdfium see Streams
/// \return the exit code
int run_process(std::vector<std::string> arguments, std::string program,
                std::string pdfium = {}) noexcept;

}  // namespace codeweaver::cli
