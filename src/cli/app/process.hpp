// The whole program as one call, for main() and for the Python package.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/app/app.hpp"
#include "cli/render/terminal.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// A program; see run().
using Run = int(const std::vector<std::string>& arguments, settings::Environment environment,
                const std::filesystem::path& working_directory, const Streams& streams,
                std::stop_token stop);

/// Runs the program with the streams and the environment of this process. It replaces the signal
/// handlers, so the process should end afterwards.
/// \param arguments the command line without the program's name
/// \param program,pdfium see Streams
/// \return the exit code
int run_process(std::vector<std::string> arguments, std::string program, std::string pdfium = {},
                Run* run = &cli::run) noexcept;

}  // namespace codeweaver::cli
