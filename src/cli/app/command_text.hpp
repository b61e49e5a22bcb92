// All commands and options as data, for the completions and the manual.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace codeweaver::cli {

/// An option or a positional argument.
struct OptionText {
  std::vector<std::string> names;    ///< "-o", "--output-format", or the name of an argument
  std::string value;                 ///< the value as --help shows it; empty: takes no value
  std::vector<std::string> choices;  ///< allowed values; empty: any value
  bool is_number = false;            ///< the value is a number
  bool is_required = false;
  std::string about;
};

/// A command with its sub-commands.
struct CommandText {
  std::string path;  ///< "codeweaver projects list"
  std::string about;
  std::vector<OptionText> options, arguments;
  std::vector<CommandText> commands;

  std::string name() const;  ///< the last word of `path`
};

/// Returns the declarations of `app`. `above` is the path of its parent.
CommandText command_text(const CLI::App& app, const std::string& above = {});

/// Calls `visit` for the command and all its sub-commands, in the order of --help.
void for_each_command(const CommandText& command,
                      const std::function<void(const CommandText&)>& visit);

}  // namespace codeweaver::cli
