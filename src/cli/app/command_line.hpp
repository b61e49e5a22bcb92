// CommandLine: the options that the commands of a program share, and the chosen command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/session/session.hpp"

namespace codeweaver::cli {

/// Holds the values of the shared options. CLI11 stores the function of the chosen command in
/// `chosen`.
struct CommandLine {
  CommonOptions common;
  std::function<int(Session&, std::stop_token)> chosen;

  /// Adds a command with all shared options.
  CLI::App& command(CLI::App& app, const std::string& name, const std::string& about);
  /// Adds --config, --env-file and --set.
  void add_settings(CLI::App& added);
  void add_debug(CLI::App& added);
};

/// What a program is started with.
struct Invocation {
  std::vector<std::string> arguments;  ///< without the program's name
  settings::Environment environment;
  std::filesystem::path working_directory;
  const Streams& streams;
  std::stop_token stop{};
};

/// Adds --help and --version, and the layout of the help. The commands inherit both, so they must
/// be declared afterwards. `arguments` must outlive `app`.
void set_up(CLI::App& app, const std::vector<std::string>& arguments);

/// Parses the arguments and runs the chosen command of `line`.
/// \return the exit code: 0 success, 1 error, 2 wrong command line
int run_command_line(CLI::App& app, CommandLine& line, Invocation invocation);

/// Adds a flag that is accepted, but not shown: the older name of another one.
CLI::Option* add_old_flag(CLI::App& app, const std::string& name, bool& value);

/// Adds an option with the values auto, always and never.
CLI::Option* add_use(CLI::App& app, const std::string& name, Use& use, const std::string& about);

}  // namespace codeweaver::cli
