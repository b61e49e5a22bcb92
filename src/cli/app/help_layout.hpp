// The layout of --help: line width, order of the options, and the values that an option takes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace codeweaver::cli {

/// The group of the options that most commands have. --help prints it after the command's own
/// options.
inline constexpr const char* kSharedOptions = "Shared options";

/// Formats --help of the program and of all its commands.
class HelpLayout : public CLI::Formatter {
 public:
  HelpLayout();
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  /// Without the other names of the command.
  std::string make_subcommand(const CLI::App* sub) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::string option_groups(const CLI::App* app) const;
};

}  // namespace codeweaver::cli
