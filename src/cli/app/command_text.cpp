// Reads the declared commands and options from CLI11.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/command_text.hpp"

#include <regex>
#include <sstream>

#include "cli/app/help_layout.hpp"

namespace codeweaver::cli {
namespace {

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

/// Reads the choices ("{a,b}=a" gives a and b) and whether the value is a number.
void read_value(const std::string& shown, OptionText& text) {
  static const std::regex choices(R"(\{([^}]*)\})"), number(R"(^(-?[0-9.]+\.\.|UINT|INT|FLOAT))");
  std::smatch found;
  if (std::regex_search(shown, found, choices)) text.choices = parts_of(found[1], ',');
  text.is_number = std::regex_search(shown, number);
}

OptionText option_text(const CLI::Option& option) {
  static const std::regex required(R"( ?REQUIRED ?)"), ends(R"(^ +| +$)");
  OptionText text;
  if (option.get_positional()) {
    text.names.push_back(option.get_name(true));
  } else {
    for (const auto& name : option.get_snames()) text.names.push_back('-' + name);
    for (const auto& name : option.get_lnames()) text.names.push_back("--" + name);
  }
  const auto shown = std::regex_replace(HelpLayout().make_option_opts(&option), required, " ");
  text.value = std::regex_replace(shown, ends, "");
  read_value(text.value, text);
  text.is_required = option.get_required();
  text.about = option.get_description();
  return text;
}

}  // namespace

std::string CommandText::name() const {
  return path.substr(path.rfind(' ') + 1);
}

CommandText command_text(const CLI::App& app, const std::string& above) {
  CommandText text;
  text.path = above.empty() ? app.get_name() : above + ' ' + app.get_name();
  text.about = app.get_description();
  for (const auto* option : app.get_options())
    if (!option->get_group().empty())
      (option->get_positional() ? text.arguments : text.options).push_back(option_text(*option));
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) text.commands.push_back(command_text(*command, text.path));
  return text;
}

void for_each_command(const CommandText& command,
                      const std::function<void(const CommandText&)>& visit) {
  visit(command);
  for (const auto& below : command.commands) for_each_command(below, visit);
}

}  // namespace codeweaver::cli
