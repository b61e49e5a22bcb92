// run(): parses the arguments and runs a command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/render/terminal.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// Runs one command.
/// \param arguments the command line without the program's name
/// \return the exit code: 0 success, 1 error, 2 wrong command line. `grep`, `doctor`, `push` and
///         some others have their own meaning for 1; see help_texts.cpp.
int run(const std::vector<std::string>& arguments, settings::Environment environment,
        const std::filesystem::path& working_directory, const Streams& streams,
        std::stop_token stop = {});

}  // namespace codeweaver::cli
