// What is wrong with a command line, and what was probably meant.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace codeweaver::cli {

/// Says so where a word stands in the place of a command and is none; empty: it is another matter.
std::string unknown_command(const CLI::App& app, const std::vector<std::string>& arguments);

/// What `error` says of the command that was being read, with the nearest option in place of one
/// that is not there, and where its options are listed. Ends in a line break.
std::string usage_error(const CLI::App& app, const CLI::Error& error);

/// Accepts one of `names`, and names the nearest of them for another word.
CLI::Validator one_of(std::vector<std::string> names, bool ignores_case = false);

}  // namespace codeweaver::cli
