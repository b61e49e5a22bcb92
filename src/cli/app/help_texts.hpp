// Groups of the commands in `codeweaver --help`, examples and exit codes in the help of each.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string_view>

namespace codeweaver::cli {

inline constexpr std::string_view kUsualCodes = "0 success, 1 error, 2 wrong command line";

/// The help of a command besides its options.
struct HelpText {
  std::string_view path;           ///< words below the program, such as "projects add"
  std::string_view group;          ///< of a command directly below the program; empty: deeper
  std::string_view first, second;  ///< examples, without the program
  std::string_view codes = kUsualCodes;
};

/// Sets the group and the footer of every command that has a text.
void add_help_of_commands(CLI::App& app, std::span<const HelpText> texts);

/// Sets the group and the footer of the program and of every command below it.
void add_help_texts(CLI::App& app);

}  // namespace codeweaver::cli
