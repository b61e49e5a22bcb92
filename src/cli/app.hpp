// The program: arguments to commands.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// Runs one invocation; `arguments` are without the program's name. Returns the exit code:
/// 0 success (also without results), 1 refused or failed, 2 usage.
int run(const std::vector<std::string>& arguments, settings::Environment environment,
        const std::filesystem::path& working_directory, const Streams& streams,
        std::stop_token stop = {});

}  // namespace codeweaver::cli
