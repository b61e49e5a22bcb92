// Declares the commands and their options with CLI11, and runs the chosen command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>

#include "cli/app/app_commands.hpp"
#include "cli/app/help_layout.hpp"
#include "cli/app/help_texts.hpp"
#include "cli/app/usage_error.hpp"
#include "cli/app/version_text.hpp"
#include "cli/render/terminal.hpp"
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
  app.add_option_function<std::string>("-o,--output-format", take, "Output format")
      ->check(one_of(names, true))
      ->default_str("table");
}

const std::map<std::string, Use> kUses = {
    {"auto", Use::kAuto}, {"always", Use::kAlways}, {"never", Use::kNever}};

/// Makes every repeatable option take exactly one value each time. Otherwise it would also take the
/// arguments that follow.
void take_single_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option* one) {
         return !one->get_positional() && one->get_expected_max() > 1;
       }))
    option->allow_extra_args(false);
  for (CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; }))
    take_single_values(*inner);
}

/// In `search`, `-l` means --limit if a number follows, and --files otherwise.
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

/// CLI11 reads a word such as "[a,b]" as a list and removes the brackets. To prevent this, the
/// function appends a marker byte to these words; the options remove it from their values.
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

void Commands::add_settings(CLI::App& added) {
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

void Commands::add_debug(CLI::App& added) {
  added.add_flag("--debug", common.debug, "Write a detailed log to standard error")
      ->group(kSharedOptions);
}

/// Adds a flag that sets search.from_store.
CLI::Option* Commands::add_from_store(CLI::App& added) {
  return added.add_flag_callback(
      "--from-store", [this] { common.overrides.emplace_back("search.from_store=true"); },
      "Read projects from the store in the settings; their files need not be on this machine "
      "(sets search.from_store)");
}

void Commands::declare(CLI::App& app) {
  declare_search(app);
  declare_grep(app);
  declare_names(app);
  declare_similar(app);
  declare_ask(app);
  declare_index(app);
  declare_watch(app);
  declare_status(app);
  declare_snapshot(app);
  declare_extract(app);
  declare_install(app);
  declare_mcp(app);
  declare_server(app);
  declare_setup(app);
  declare_projects(app);
  declare_migrate(app);
  declare_namespaces(app);
  declare_push(app);
  declare_reconcile(app);
  declare_query(app);
  declare_demo(app);
  declare_tour(app);
  declare_bench(app);
  declare_documents(app);
  take_single_values(app);
  add_help_texts(app);
}

void Commands::declare_status(CLI::App& app) {
  auto& status = command(app, "status", "Show the state of a project's index");
  add_from_store(status);
  add_format(status, status_format);
  status.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_status(session, status_format);
    };
  });
}

/// init, config and doctor.
void Commands::declare_setup(CLI::App& app) {
  auto& configuration = command(app, "config", "Show the settings");
  configuration.add_flag("--show", config.show, "Print every setting with its value and origin");
  add_format(configuration, config.format);
  configuration.callback([this] {
    chosen = [this](Session& session, std::stop_token) { return run_config(session, config); };
  });
  auto& init = command(app, "init", "Keep a project's index in its .codeweaver folder");
  init.add_option("folder", init_folder, "Folder of the project (default: the working directory)");
  init.add_option("--id", init_id, "Project ID");
  init.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_init(session, init_folder, init_id);
    };
  });
  auto& doctor = command(app, "doctor", "Check the installation and say how to fix problems");
  add_format(doctor, doctor_format);
  doctor.add_flag("--verify", verify, "Also read the whole index and check every checksum");
  doctor.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_doctor(session, doctor_format, verify);
    };
  });
}

int run(const std::vector<std::string>& arguments, settings::Environment environment,
        const std::filesystem::path& working_directory, const Streams& streams,
        std::stop_token stop) {
  CLI::App app("codeweaver finds code by meaning, offline.", "codeweaver");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(std::make_shared<HelpLayout>());
  app.set_version_flag(
      "--version", [&] { return version_text(arguments); },
      "Print the version; with --verbose or -o json also the compiler, libraries and models");
  app.require_subcommand(1);
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
