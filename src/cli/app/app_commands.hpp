// Commands: all options of the program, and the variables that CLI11 stores their values in.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/app/command_line.hpp"
#include "cli/commands/command_server.hpp"
#include "cli/commands/commands.hpp"

namespace codeweaver::cli {

/// Adds -o, --output-format with the values table and json.
void add_format(CLI::App& app, OutputFormat& format);
/// Also vimgrep.
void add_format_of_lines(CLI::App& app, OutputFormat& format);
/// All formats.
void add_format_of_search(CLI::App& app, OutputFormat& format);

/// The purposes of namespaces, as --purpose takes them.
std::vector<std::string> purpose_names();

/// Declares all commands and holds the values of their options.
struct Commands : CommandLine {
  IndexCommand index;
  WatchCommand watch;
  SearchCommand search;
  NameCommand symbol, references;
  CallGraphCommand callers, callees, impact, tests, implementations, path, imports, importers;
  RenameCommand rename;
  MapCommand map;
  SimilarCommand similar;
  AskCommand ask;
  ExtractCommand extract;
  InstallCommand install;
  TourCommand tour;
  GrepCommand grep;
  ConfigCommand config;
  ProjectsCommand projects;
  NamespacesCommand namespaces;
  MigrateCommand migrate;
  SnapshotCommand snapshot;
  PushCommand push;
  ReconcileCommand reconcile;
  QueryCommand query;
  SelfCommand self;
  ServerCommand server;
  DemoCommand demo;
  bool verify = false;  // of doctor
  OutputFormat status_format = OutputFormat::kTable, doctor_format = OutputFormat::kTable;
  std::string init_folder, init_id, shell;

  void declare(CLI::App& app);

 private:
  CLI::Option* add_from_store(CLI::App& added);
  CLI::App& add_call_graph(CLI::App& app, const std::string& name, const std::string& about,
                           CallRelation relation, CallGraphCommand& into);
  void declare_status(CLI::App& app);
  void declare_setup(CLI::App& app);
  void declare_index(CLI::App& app);
  void declare_watch(CLI::App& app);
  void declare_search(CLI::App& app);
  void declare_names(CLI::App& app);
  void declare_call_graph(CLI::App& app);
  void declare_imports(CLI::App& app);
  void declare_rename(CLI::App& app);
  void declare_map(CLI::App& app);
  void declare_similar(CLI::App& app);
  void declare_ask(CLI::App& app);
  void declare_tour(CLI::App& app);
  void declare_extract(CLI::App& app);
  void declare_install(CLI::App& app);
  void declare_documents(CLI::App& app);
  void declare_grep(CLI::App& app);
  void declare_mcp(CLI::App& app);
  void declare_query(CLI::App& app);
  void declare_projects(CLI::App& app);
  void declare_namespaces(CLI::App& app);
  void declare_migrate(CLI::App& app);
  void declare_snapshot(CLI::App& app);
  void declare_push(CLI::App& app);
  void declare_reconcile(CLI::App& app);
  void declare_server(CLI::App& app);
  void declare_demo(CLI::App& app);
  void declare_bench(CLI::App& app);
};

}  // namespace codeweaver::cli
