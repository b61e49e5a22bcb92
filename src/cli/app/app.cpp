// Declares the commands and their options with CLI11, and runs the chosen command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "cli/app/app_commands.hpp"
#include "cli/app/help_texts.hpp"
#include "cli/app/usage_error.hpp"

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

}  // namespace

void add_format(CLI::App& app, OutputFormat& format) {
  add_formats(app, format, {"table", "json"});
}

void add_format_of_lines(CLI::App& app, OutputFormat& format) {
  add_formats(app, format, {"table", "json", "vimgrep"});
}

void add_format_of_search(CLI::App& app, OutputFormat& format) {
  add_formats(app, format, {"table", "markdown", "json", "ndjson", "vimgrep"});
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
  declare_call_graph(app);
  declare_rename(app);
  declare_map(app);
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
  set_up(app, arguments);
  Commands commands;
  commands.declare(app);
  return run_command_line(app, commands,
                          {with_files_flag(arguments), std::move(environment), working_directory,
                           streams, std::move(stop)});
}

}  // namespace codeweaver::cli
