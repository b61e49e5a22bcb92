// The program: declares every option with CLI11 and starts the chosen command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>

#include "cli/app_commands.hpp"
#include "cli/help_layout.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "cli/version_text.hpp"
#include "settings/assignment.hpp"

namespace codeweaver::cli {
namespace {

const std::map<std::string, OutputFormat> kFormats = {{"table", OutputFormat::kTable},
                                                      {"markdown", OutputFormat::kMarkdown},
                                                      {"json", OutputFormat::kJson},
                                                      {"ndjson", OutputFormat::kJsonLines},
                                                      {"vimgrep", OutputFormat::kVimgrep}};

void add_formats(CLI::App& app, OutputFormat& format, const std::vector<std::string>& names) {
  const auto take = [&format](const std::string& name) { format = kFormats.at(name); };
  app.add_option_function<std::string>("-o,--output-format", take, "Form of the answer")
      ->check(one_of(names, true))
      ->default_str("table");
}

const std::map<std::string, Use> kUses = {
    {"auto", Use::kAuto}, {"always", Use::kAlways}, {"never", Use::kNever}};

/// An option that may be repeated takes one value each time, so that what follows it is not lost.
void take_single_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option* one) {
         return !one->get_positional() && one->get_expected_max() > 1;
       }))
    option->allow_extra_args(false);
  for (CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; }))
    take_single_values(*inner);
}

/// `-l` is the short form of --limit before a number, and of --files else.
std::vector<std::string> with_files_flag(std::vector<std::string> words) {
  const auto is_number = [](const std::string& word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  };
  if (words.empty() || words.front() != "search") return words;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i)
    if (words[i] == "-l" && (i + 1 == words.size() || !is_number(words[i + 1])))
      words[i] = "--files";
  return words;
}

/// The parser takes a word such as "[a,b]" for a list without its brackets. Marks these words with
/// a byte at their end, which the options remove from their values.
void keep_brackets(std::vector<std::string>& words, CLI::App& app) {
  constexpr char kMark = '\x01';
  for (auto& word : words)
    if (word.starts_with('[') && word.ends_with(']')) word += kMark;
  const auto without_mark = [](std::string value) {
    if (value.starts_with('[') && value.ends_with(kMark)) value.pop_back();
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

void add_use(CLI::App& app, const std::string& name, Use& use, const std::string& about) {
  app.add_option_function<std::string>(
         name, [&use](const std::string& word) { use = kUses.at(word); }, about)
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN");
}

void add_format(CLI::App& app, OutputFormat& format) {
  add_formats(app, format, {"table", "json"});
}

void add_format_of_lines(CLI::App& app, OutputFormat& format) {
  add_formats(app, format, {"table", "json", "vimgrep"});
}

void add_format_of_search(CLI::App& app, OutputFormat& format) {
  add_formats(app, format, {"table", "markdown", "json", "ndjson", "vimgrep"});
}

CLI::App& Commands::command(CLI::App& app, const std::string& name, const std::string& about) {
  auto& added = *app.add_subcommand(name, about);
  added.add_option("-p,--project", common.project, "Project folder or id");
  add_settings(added);
  add_use(added, "--color", common.colours, "Colours: auto, always or never");
  added.add_flag("--debug", common.debug, "Log to stderr, in detail");
  return added;
}

void Commands::add_settings(CLI::App& added) {
  added.add_option("-c,--config", common.config_file, "Settings file")->check(CLI::ExistingFile);
  added.add_option("--env-file", common.env_file, "File of environment variables (keys)")
      ->check(CLI::ExistingFile);
  added.add_option("--set", common.overrides, "Setting as section.key=value; may be repeated");
}

/// The setting as a flag.
CLI::Option* Commands::add_from_store(CLI::App& added) {
  return added.add_flag_callback(
      "--from-store", [this] { common.overrides.emplace_back("search.from_store=true"); },
      "Ask the store of the settings alone, for projects that need not be here "
      "(search.from_store)");
}

void Commands::declare(CLI::App& app) {
  declare_index(app);
  declare_watch(app);
  declare_search(app);
  declare_grep(app);
  declare_extract(app);
  declare_install(app);
  declare_names(app);
  declare_similar(app);
  declare_ask(app);
  declare_tour(app);
  auto& status = command(app, "status", "Show what is indexed and whether it is fresh");
  add_from_store(status);
  add_format(status, status_format);
  status.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_status(session, status_format);
    };
  });
  auto& configuration = command(app, "config", "Show the settings in force");
  configuration.add_flag("--show", config.show, "Print every setting with its origin");
  add_format(configuration, config.format);
  configuration.callback([this] {
    chosen = [this](Session& session, std::stop_token) { return run_config(session, config); };
  });
  auto& init = command(app, "init", "Keep a project's index in its own .codeweaver folder");
  init.add_option("folder", init_folder, "Folder of the project (default: here)");
  init.add_option("--id", init_id, "Project id");
  init.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_init(session, init_folder, init_id);
    };
  });
  declare_projects(app);
  declare_namespaces(app);
  declare_migrate(app);
  declare_snapshot(app);
  declare_push(app);
  declare_reconcile(app);
  declare_query(app);
  declare_mcp(app);
  declare_server(app);
  declare_demo(app);
  declare_bench(app);
  auto& doctor = command(app, "doctor", "Check every prerequisite and say what to do");
  add_format(doctor, doctor_format);
  doctor.add_flag("--verify", verify, "Read all of the index and compare every checksum");
  doctor.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_doctor(session, doctor_format, verify);
    };
  });
  declare_documents(app);
  take_single_values(app);
}

int run(const std::vector<std::string>& arguments, settings::Environment environment,
        const std::filesystem::path& working_directory, const Streams& streams,
        std::stop_token stop) {
  CLI::App app("codeweaver finds code by meaning, offline.", "codeweaver");
  app.formatter(std::make_shared<HelpLayout>());
  app.set_version_flag(
      "--version", [&] { return version_text(arguments); },
      "Print the version; with --verbose or -o json also what it is made of");
  app.require_subcommand(1);
  app.footer(
      "Settings: codeweaver config --show. Exit codes: 0 success, 1 refused or failed,\n"
      "2 usage (the command line is wrong, nothing was done).");
  app.failure_message(
      [](const CLI::App* at, const CLI::Error& error) { return usage_error(*at, error); });
  Commands commands;
  commands.declare(app);
  if (const auto unknown = unknown_command(app, arguments); !unknown.empty()) {
    streams.err << printable(unknown) << '\n';
    return kUsage;
  }
  try {
    auto words = with_files_flag(arguments);
    keep_brackets(words, app);
    std::ranges::reverse(words);
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    std::ostringstream said;
    const int code = app.exit(error, streams.out, said);
    streams.err << printable(said.str());
    return code == 0 ? kOk : kUsage;
  }
  const auto shown =
      with_looks(streams, commands.common.colours, commands.common.links, environment);
  Session session(commands.common, std::move(environment), working_directory, shown);
  for (const auto& text : commands.common.overrides)
    if (const auto checked = settings::check_assignment(text); !checked) {
      session.fail(checked.error());
      return kUsage;
    }
  return commands.chosen(session, std::move(stop));
}

}  // namespace codeweaver::cli
