// Messages for wrong command lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace codeweaver::cli {

/// Returns an error message if an argument in the place of a command is not a command; empty
/// otherwise.
std::string unknown_command(const CLI::App& app, const std::vector<std::string>& arguments);

/// Returns the error message for a command line that CLI11 rejected. It names the command, a
/// similar option if the option is unknown, and the help. Ends with a line break.
std::string usage_error(const CLI::App& app, const CLI::Error& error);

/// Accepts one of `names`. For any other word, the error suggests the most similar name.
CLI::Validator one_of(std::vector<std::string> names, bool ignores_case = false);
/// Refuses an empty text.
CLI::Validator not_empty();

}  // namespace codeweaver::cli
