// Declares the commands of codeweaver-bench and their options with CLI11.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/app.hpp"

#include <utility>

#include "bench/commands.hpp"
#include "cli/app/command_line.hpp"
#include "cli/app/help_texts.hpp"

namespace codeweaver::bench {
namespace {

/// Declares all commands and holds the values of their options.
struct BenchCommands : cli::CommandLine {
  QualityCommand quality;
  IntentsCommand intents;
  SpeedCommand speed;
  GraphCommand graph;

  void declare_quality(CLI::App& app);
  void declare_intents(CLI::App& app);
  void declare_speed(CLI::App& app);
  void declare_graph(CLI::App& app);
};

void BenchCommands::declare_quality(CLI::App& app) {
  auto& sub = *app.add_subcommand("quality", "Score queries with known answers");
  add_settings(sub);
  sub.add_option("--repos", quality.repos,
                 "Folder that contains the source tree of each repository")
      ->required();
  sub.add_option("--queries", quality.queries, "JSONL file with queries, or a folder of such files")
      ->required();
  sub.add_option("--repo", quality.filter.repos, "Only this repository (repeatable)");
  sub.add_option("--category", quality.filter.categories, "Only this category (repeatable)");
  sub.add_option("--split", quality.filter.splits, "Only this split (repeatable)");
  sub.add_option("-l,--limit", quality.limit, "Results per query (default: 10)")
      ->check(CLI::Range(1, 1000));
  sub.add_option("--intent", quality.intent,
                 "Search with this intent (default: the intent of each query)");
  sub.add_option("--state", quality.state,
                 "Keep the indexes in this folder (default: delete them at the end)");
  sub.add_flag("-f,--force", quality.force, "Rebuild existing indexes");
  sub.add_flag("--ablations", quality.ablations,
               "Also measure the search without one of its parts, for each part");
  sub.add_option("--variant", quality.variant, "Search like this row of the ablations");
  sub.add_flag("--explain", quality.explain,
               "Also write the reranker's features to the --results file");
  sub.add_option("--results", quality.results, "Write the ranked lists to this file, as JSONL");
  sub.add_option("--vs", quality.versus, "Compare with the ranked lists of this --results file");
  sub.add_option("--json", quality.json, "Write all figures to this file, as JSON");
  sub.add_flag("--verbose", quality.verbose, "Also print a row for each repository");
  sub.callback([this] {
    chosen = [this](cli::Session& session, std::stop_token stop) {
      return run_quality(session, quality, std::move(stop));
    };
  });
}

void BenchCommands::declare_intents(CLI::App& app) {
  auto& sub = *app.add_subcommand("intents", "Score the classification of labelled queries");
  sub.add_option("--queries", intents.queries, "JSONL file with queries")->required();
  sub.add_option("--split", intents.split, "Only this split");
  sub.add_option("--json", intents.json, "Write all figures to this file, as JSON");
  sub.callback([this] {
    chosen = [this](cli::Session& session, std::stop_token) {
      return run_intents(session, intents);
    };
  });
}

void BenchCommands::declare_speed(CLI::App& app) {
  auto& sub = *app.add_subcommand("speed", "Measure the time of indexing, queries and updates");
  add_settings(sub);
  sub.add_option("folder", speed.folder, "Folder to index (default: the working directory)");
  sub.add_option("--runs", speed.runs, "Number of full indexing runs (default: 1)")
      ->check(CLI::Range(1, 100));
  sub.add_option("--queries", speed.queries, "Number of queries of each kind (default: 100)")
      ->check(CLI::Range(1, 10'000));
  sub.add_flag("--edit", speed.edit, "Also edit files of the folder and restore them");
  sub.add_option("--work", speed.work, "Create the indexes below this folder")
      ->check(CLI::ExistingDirectory);
  sub.add_option("--json", speed.json, "Write all figures to this file, as JSON");
  sub.callback([this] {
    chosen = [this](cli::Session& session, std::stop_token stop) {
      return run_speed(session, speed, std::move(stop));
    };
  });
}

void BenchCommands::declare_graph(CLI::App& app) {
  auto& sub = *app.add_subcommand("graph", "Print what each use of a name refers to, as TSV");
  sub.add_option("folder", graph.folder, "Folder whose files are linked")->required();
  sub.callback([this] {
    chosen = [this](cli::Session& session, std::stop_token) { return run_graph(session, graph); };
  });
}

constexpr cli::HelpText kBenchTexts[] = {
    {"quality", "Commands", "quality --repos repos --queries queries.jsonl",
     "quality --repos repos --queries queries.jsonl --ablations"},
    {"intents", "Commands", "intents --queries labelled.jsonl",
     "intents --queries labelled.jsonl --json report.json"},
    {"speed", "Commands", "speed", "speed ~/src/shop --runs 3"},
    {"graph", "Commands", "graph ~/src/shop", "graph ~/src/shop > uses.tsv"},
};

}  // namespace

int run(const std::vector<std::string>& arguments, settings::Environment environment,
        const std::filesystem::path& working_directory, const cli::Streams& streams,
        std::stop_token stop) {
  CLI::App app("codeweaver-bench measures quality and speed of codeweaver.", "codeweaver-bench");
  cli::set_up(app, arguments);
  BenchCommands commands;
  commands.declare_quality(app);
  commands.declare_intents(app);
  commands.declare_speed(app);
  commands.declare_graph(app);
  cli::add_help_of_commands(app, kBenchTexts);
  app.footer(
      "Examples:\n  codeweaver-bench speed ~/src/shop\n"
      "  codeweaver-bench quality --repos repos --queries queries.jsonl\n\n"
      "Exit codes: 0 success, 1 error, 2 wrong command line.");
  return cli::run_command_line(
      app, commands,
      {arguments, std::move(environment), working_directory, streams, std::move(stop)});
}

}  // namespace codeweaver::bench
