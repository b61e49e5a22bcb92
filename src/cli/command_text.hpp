// The commands and options as they were declared, for what is made of them: completions and the
// manual.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace codeweaver::cli {

/// An option, or an argument without a name before it.
struct OptionText {
  std::vector<std::string> names;    ///< "-o", "--output-format"; of an argument its own
  std::string value;                 ///< as --help shows it; empty: it takes none
  std::vector<std::string> choices;  ///< what the value may be; empty: anything
  bool is_number = false;            ///< the value is one
  bool is_required = false;
  std::string about;
};

/// A command with all below it.
struct CommandText {
  std::string path;  ///< "codeweaver projects list"
  std::string about;
  std::vector<OptionText> options, arguments;
  std::vector<CommandText> commands;

  std::string name() const;  ///< the last word of its path
};

/// What `app` declares; `above` is the path of what it belongs to.
CommandText command_text(const CLI::App& app, const std::string& above = {});

/// Calls `visit` for the command and for each below it, in the order of --help.
void for_each_command(const CommandText& command,
                      const std::function<void(const CommandText&)>& visit);

}  // namespace codeweaver::cli
