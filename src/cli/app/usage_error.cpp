// Usage errors, with suggestions by edit distance and by the option names of other tools.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/usage_error.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/edit_distance.hpp"

namespace codeweaver::cli {
namespace {

bool takes_arguments(const CLI::App& command) {
  return !command.get_options([](const CLI::Option* one) { return one->get_positional(); }).empty();
}

/// Commands of `codeweaver bench` that another program has.
constexpr std::string_view kBenchCommands[] = {"quality", "intents", "speed"};

std::string no_command(const std::string& given, const std::string& above,
                       const std::vector<const CLI::App*>& known) {
  if (above == "codeweaver bench " &&
      std::ranges::find(kBenchCommands, given) != std::end(kBenchCommands))
    return "Error: 'bench " + given +
           "' is a command of the program codeweaver-bench\n  Use 'codeweaver-bench " + given +
           "'. It is not in the packages; build it from the sources.";
  std::vector<std::string_view> names;
  for (const CLI::App* command : known) names.push_back(command->get_name());
  const auto nearest = base::nearest_name(given, names);
  return "Error: Unknown command '" + given + "'\n  " +
         (nearest.empty() ? "See '" + above + "--help' for all commands."
                          : "Did you mean '" + above + std::string(nearest) + "'?");
}

/// Option names of other search tools, and ours.
constexpr std::pair<std::string_view, std::string_view> kElsewhere[] = {
    {"-k", "--limit"},
    {"-m", "--limit"},
    {"-n", "--limit"},
    {"-t", "--language"},
    {"--count", "--limit"},
    {"--max-count", "--limit"},
    {"--max-results", "--limit"},
    {"--num", "--limit"},
    {"--top", "--limit"},
    {"--top-k", "--limit"},
    {"--format", "--output-format"},
    {"--glob", "--file-glob"},
    {"--iglob", "--file-glob"},
    {"-g", "--file-glob"},
    {"--json", "--output-format json"},
    {"--lang", "--language"},
    {"--type", "--language"},
    {"--branch", "--ref"},
    {"--rev", "--ref"},
    {"--path-glob", "--file-glob"}};

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> out;
  for (const CLI::Option* option : command.get_options([](const CLI::Option* one) {
         return !one->get_group().empty();  // old names have no group
       }))
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  return out;
}

/// Returns the option that the user probably meant; empty: none is similar.
std::string nearest_option(const CLI::App& command, std::string_view wrong) {
  wrong = wrong.substr(0, wrong.find('='));
  const auto known = options_of(command);
  for (const auto& [elsewhere, here] : kElsewhere)
    if (elsewhere == wrong &&
        std::ranges::find(known, here.substr(0, here.find(' '))) != known.end())
      return std::string(here);
  if (!wrong.starts_with("--")) return {};
  const std::vector<std::string_view> names(known.begin(), known.end());
  return std::string(base::nearest_name(wrong, names));
}

/// Whether the command has an option that was written as `word` ("--set", "--set=x", "-pshop").
bool has_option(const CLI::App& command, const std::string& word) {
  const auto name = word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
  return command.get_option_no_throw(name) != nullptr;
}

}  // namespace

std::string unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  const auto* at = &app;
  std::string above = app.get_name() + ' ';
  for (const auto& word : arguments) {
    const auto known = at->get_subcommands([](const CLI::App*) { return true; });
    if (word.starts_with('-') || known.empty() || takes_arguments(*at)) return {};
    const auto found = std::ranges::find_if(
        known, [&](const CLI::App* command) { return command->check_name(word); });
    if (found == known.end()) return no_command(word, above, known);
    at = *found;
    above += word + ' ';
  }
  return {};
}

std::string usage_error(const CLI::App& app, const CLI::Error& error) {
  const auto* command = &app;
  std::string name = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += ' ' + command->get_name();
  }
  const auto help = "See '" + name + " --help'.\n";
  const auto left = app.remaining(true);
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || left.empty()) {
    return "Error: " + name + ": " + error.what() + "\n  " + help;
  }
  if (!left.front().starts_with('-'))
    return "Error: '" + name + "' does not take the argument '" + left.front() + "'\n  " + help;
  const auto own = command->remaining();
  const bool is_before = std::ranges::find(own, left.front()) == own.end();
  if (is_before && has_option(*command, left.front()))
    return "Error: The option '" + left.front() + "' must stand after the command\n  Write '" +
           name + ' ' + left.front() + " ...'. " + help;
  const auto nearest = nearest_option(*command, left.front());
  return "Error: '" + name + "' has no option '" + left.front() + "'\n  " +
         (nearest.empty() ? "" : "Did you mean '" + nearest + "'? ") + help;
}

CLI::Validator one_of(std::vector<std::string> names, bool ignores_case) {
  const CLI::Validator member =
      ignores_case ? CLI::IsMember(names, CLI::ignore_case) : CLI::IsMember(names);
  auto out = member;
  return out.operation([member, names = std::move(names)](std::string& given) {
    auto wrong = member(given);
    if (wrong.empty()) return wrong;
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto nearest = base::nearest_name(given, known);
    return nearest.empty() ? wrong : wrong + ". Did you mean '" + std::string(nearest) + "'?";
  });
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& given) { return given.empty() ? std::string("It is empty") : std::string(); },
      "");
}

}  // namespace codeweaver::cli
