// The manual page in troff. It describes shared options once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/manual.hpp"

#include <algorithm>

#include "codeweaver/version.hpp"

namespace codeweaver::cli {
namespace {

/// Escapes backslashes, hyphens and a leading dot for troff.
std::string troff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c == '\n' ? ' ' : c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string option_entry(const OptionText& option) {
  std::string names;
  for (const auto& name : option.names) names += (names.empty() ? "" : ", ") + name;
  std::string entry = ".TP\n\\fB" + troff(names) + "\\fR";
  if (!option.value.empty()) entry += " \\fI" + troff(option.value) + "\\fR";
  return entry + '\n' + troff(option.about) + '\n';
}

bool is_same(const OptionText& one, const OptionText& other) {
  return one.names == other.names && one.value == other.value && one.about == other.about;
}

/// Returns the options that at least ten commands declare in the same way.
std::vector<OptionText> shared_options(const CommandText& program) {
  std::vector<std::pair<OptionText, int>> counted;
  for_each_command(program, [&](const CommandText& command) {
    for (const auto& option : command.options) {
      const auto known = std::ranges::find_if(
          counted, [&](const auto& one) { return is_same(one.first, option); });
      if (known == counted.end())
        counted.emplace_back(option, 1);
      else
        ++known->second;
    }
  });
  std::vector<OptionText> shared;
  for (const auto& [option, count] : counted)
    if (count >= 10) shared.push_back(option);
  return shared;
}

std::string synopsis(const CommandText& command) {
  std::string line = "\\fB" + troff(command.path) + "\\fR";
  if (!command.commands.empty()) line += " \\fICOMMAND\\fR";
  line += " [\\fIOPTIONS\\fR]";
  for (const auto& argument : command.arguments) {
    const auto name = "\\fI" + troff(argument.names.front()) + "\\fR" +
                      (argument.value.ends_with("...") ? "..." : "");
    line += argument.is_required ? ' ' + name : " [" + name + ']';
  }
  return line;
}

}  // namespace

std::string manual_page(const CommandText& program) {
  const auto shared = shared_options(program);
  std::string out = ".\\\" Made by: codeweaver manual\n.TH CODEWEAVER 1 \"\" \"codeweaver " +
                    std::string(kVersion) + "\" \"User Commands\"\n.SH NAME\ncodeweaver \\- " +
                    "find code by meaning, offline\n.SH SYNOPSIS\n" + synopsis(program) +
                    "\n.SH OPTIONS\nMost commands have these options:\n";
  for (const auto& option : shared) out += option_entry(option);
  out += ".PP\nThe program without a command has:\n";
  const auto is_shared = [&](const OptionText& option) {
    return std::ranges::any_of(shared, [&](const auto& one) { return is_same(one, option); });
  };
  for (const auto& option : program.options)
    if (!is_shared(option)) out += option_entry(option);
  out += ".SH COMMANDS\n";
  for_each_command(program, [&](const CommandText& command) {
    if (&command == &program) return;
    out += ".SS " + synopsis(command) + '\n' + troff(command.about) + ".\n";
    for (const auto& argument : command.arguments) out += option_entry(argument);
    for (const auto& option : command.options)
      if (!is_shared(option)) out += option_entry(option);
  });
  return out +
         ".SH EXIT STATUS\n0: success; 1: error; 2: wrong command line. The help of a command "
         "lists its own codes. \\fBcodeweaver grep\\fR: 0: found; 1: nothing found; 2: "
         "error.\n"
         ".SH FILES\n.TP\n\\fI.codeweaver/\\fR, \\fIcodeweaver.toml\\fR\nIndex and settings in the "
         "folder of a project. \\fBcodeweaver config \\-\\-show\\fR prints the origin of every "
         "setting.\n";
}

}  // namespace codeweaver::cli
