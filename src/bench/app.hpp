// run(): parses the arguments of codeweaver-bench and runs a command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/render/terminal.hpp"
#include "settings/environment.hpp"

namespace codeweaver::bench {

/// Runs one command.
/// \param arguments the command line without the program's name
/// \param streams Streams::program is the program `codeweaver`, which `speed` starts
/// \return the exit code: 0 success, 1 error, 2 wrong command line
int run(const std::vector<std::string>& arguments, settings::Environment environment,
        const std::filesystem::path& working_directory, const cli::Streams& streams,
        std::stop_token stop = {});

}  // namespace codeweaver::bench
