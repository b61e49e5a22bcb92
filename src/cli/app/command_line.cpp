// Declares the shared options with CLI11, parses the arguments and runs the chosen command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/command_line.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

#include "cli/app/help_layout.hpp"
#include "cli/app/usage_error.hpp"
#include "cli/app/version_text.hpp"
#include "settings/assignment.hpp"

namespace codeweaver::cli {
namespace {

const std::map<std::string, Use> kUses = {
    {"auto", Use::kAuto}, {"always", Use::kAlways}, {"never", Use::kNever}};

/// Makes every option take exactly one value each time. Otherwise a repeatable one would also take
/// the arguments that follow.
void take_single_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option* one) {
         return !one->get_positional() && one->get_expected_max() > 0;
       }))
    option->allow_extra_args(false);
  for (CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; }))
    take_single_values(*inner);
}

/// Bytes that mark words for CLI11; see mark_words().
constexpr char kListMark = '\x01', kWordMark = '\x02';

/// Whether the value of an option follows `word`: "--limit", "-l", or "-nA" for -n and -A.
bool takes_next(const CLI::App& command, const std::string& word) {
  const auto takes_value = [&](const std::string& name) {
    const auto* const option = command.get_option_no_throw(name);
    return option != nullptr && option->get_expected_max() > 0;
  };
  if (word.starts_with("--")) return takes_value(word);
  for (std::size_t i = 1; i < word.size(); ++i)
    if (takes_value(std::string("-") + word[i])) return i + 1 == word.size();
  return false;
}

/// Returns the place of the "--" that ends the options; words.end(): there is none.
std::vector<std::string>::iterator end_of_options(std::vector<std::string>& words,
                                                  const CLI::App& app) {
  const auto* command = &app;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (*word == "--") return word;
    if (word->starts_with('-')) {
      if (takes_next(*command, *word) && ++word == words.end()) break;
      continue;
    }
    const auto inner =
        command->get_subcommands([&](const CLI::App* one) { return one->check_name(*word); });
    if (!inner.empty()) command = inner.front();
  }
  return words.end();
}

/// CLI11 reads a word such as "[a,b]" as a list and removes the brackets. It refuses words after
/// "--" if other arguments are before it. To prevent both, this marks these words, and removes the
/// "--". The options remove the marks from their values.
void mark_words(std::vector<std::string>& words, CLI::App& app) {
  if (auto word = end_of_options(words, app); word != words.end())
    for (word = words.erase(word); word != words.end(); ++word) word->insert(0, 1, kWordMark);
  for (auto& word : words)
    if (word.starts_with('[') && word.ends_with(']')) word += kListMark;
  const auto without_mark = [](std::string value) {
    if (value.starts_with(kWordMark)) return value.substr(1);
    if (value.starts_with('[') && value.ends_with(kListMark)) value.pop_back();
    return value;
  };
  std::vector<CLI::App*> open{&app};
  while (!open.empty()) {
    auto* const command = open.back();
    open.pop_back();
    for (auto* const option : command->get_options()) option->transform(without_mark);
    for (auto* const inner : command->get_subcommands({})) open.push_back(inner);
  }
}

}  // namespace

CLI::Option* add_old_flag(CLI::App& app, const std::string& name, bool& value) {
  return app.add_flag(name, value)->group("");
}

CLI::Option* add_use(CLI::App& app, const std::string& name, Use& use, const std::string& about) {
  return app
      .add_option_function<std::string>(
          name, [&use](const std::string& word) { use = kUses.at(word); }, about)
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN");
}

CLI::App& CommandLine::command(CLI::App& app, const std::string& name, const std::string& about) {
  auto& added = *app.add_subcommand(name, about);
  added
      .add_option("-p,--project", common.project,
                  "Folder or ID of the project (default: found from the working directory)")
      ->group(kSharedOptions);
  add_settings(added);
  add_use(added, "--color", common.colours, "Use colours: auto (on a terminal), always or never")
      ->group(kSharedOptions);
  add_debug(added);
  return added;
}

void CommandLine::add_settings(CLI::App& added) {
  added.add_option("-c,--config", common.config_file, "Read this settings file")
      ->check(CLI::ExistingFile)
      ->group(kSharedOptions);
  added
      .add_option("--env-file", common.env_file,
                  "Read environment variables, such as API keys, from this file")
      ->check(CLI::ExistingFile)
      ->group(kSharedOptions);
  added
      .add_option("--set", common.overrides,
                  "Change a setting for this call: section.key=value (repeatable)")
      ->group(kSharedOptions);
}

void CommandLine::add_debug(CLI::App& added) {
  added.add_flag("--debug", common.debug, "Write a detailed log to standard error")
      ->group(kSharedOptions);
}

void set_up(CLI::App& app, const std::vector<std::string>& arguments) {
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(std::make_shared<HelpLayout>());
  app.set_version_flag(
      "--version", [&] { return version_text(arguments); },
      "Print the version; with --verbose or -o json also the compiler, libraries and models");
  app.require_subcommand(1);
  app.failure_message(
      [](const CLI::App* at, const CLI::Error& error) { return usage_error(*at, error); });
}

int run_command_line(CLI::App& app, CommandLine& line, Invocation invocation) {
  const auto& streams = invocation.streams;
  auto& words = invocation.arguments;
  take_single_values(app);
  if (const auto unknown = unknown_command(app, words); !unknown.empty()) {
    streams.err << printable(unknown) << '\n';
    return kUsage;
  }
  try {
    mark_words(words, app);
    std::ranges::reverse(words);
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    std::ostringstream said;
    const int code = app.exit(error, streams.out, said);
    auto text = said.str();
    std::erase_if(text, [](char c) { return c == kListMark || c == kWordMark; });
    streams.err << printable(text);
    return code == 0 ? kOk : kUsage;
  }
  const auto shown =
      with_looks(streams, line.common.colours, line.common.links, invocation.environment);
  Session session(line.common, std::move(invocation.environment), invocation.working_directory,
                  shown, invocation.stop);
  for (const auto& text : line.common.overrides)
    if (const auto checked = settings::check_assignment(text); !checked) {
      session.fail(checked.error());
      return kUsage;
    }
  return line.chosen(session, std::move(invocation.stop));
}

}  // namespace codeweaver::cli
