// Options of codeweaver bench.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_bench(CLI::App& app) {
  auto& bench = *app.add_subcommand("bench", "Measure quality and speed of the search");
  bench.require_subcommand(1);
  declare_bench_quality(bench);
  declare_bench_self(bench);
  declare_bench_intents(bench);
  declare_bench_speed(bench);
}

void Commands::declare_bench_quality(CLI::App& bench) {
  auto& sub = *bench.add_subcommand("quality", "Score queries with known answers");
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
  sub.add_option("--top", quality.limit)->check(CLI::Range(1, 1000))->group("");
  sub.add_option("--intent", quality.intent,
                 "Search with this intent (default: the intent of each query)");
  sub.add_option("--state", quality.state,
                 "Keep the indexes in this folder (default: delete them at the end)");
  sub.add_flag("-f,--force", quality.force, "Rebuild existing indexes");
  add_old_flag(sub, "--reindex", quality.force);
  sub.add_flag("--ablations", quality.ablations,
               "Also measure the search with single parts switched off");
  sub.add_option("--variant", quality.variant, "Search like this row of the ablations");
  sub.add_flag("--explain", quality.explain,
               "Also write the reranker's features to the --results file");
  sub.add_option("--results", quality.results, "Write the ranked lists to this file, as JSONL");
  sub.add_option("--vs", quality.versus, "Compare with the ranked lists of this --results file");
  sub.add_option("--json", quality.json, "Write all figures to this file, as JSON");
  sub.add_flag("--verbose", quality.verbose, "Also print a row for each repository");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_bench_quality(session, quality, std::move(stop));
    };
  });
}

void Commands::declare_bench_self(CLI::App& bench) {
  auto& sub = command(bench, "self", "Score searches for this project's commit messages");
  sub.add_option("--commits", self.commits, "Number of usable commits, newest first (default: 300)")
      ->check(CLI::Range(1, 100'000));
  auto* const tune = sub.add_flag("--tune", self.tune, "Also search for better settings");
  sub.add_flag("--apply", self.apply, "Write better settings to the project's codeweaver.toml")
      ->needs(tune);
  sub.add_option("--json", self.json, "Write all figures to this file, as JSON");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_bench_self(session, self, std::move(stop));
    };
  });
}

void Commands::declare_bench_intents(CLI::App& bench) {
  auto& sub = *bench.add_subcommand("intents", "Score the classification of labelled queries");
  sub.add_option("--queries", intents.queries, "JSONL file with queries")->required();
  sub.add_option("--split", intents.split, "Only this split");
  sub.add_option("--json", intents.json, "Write all figures to this file, as JSON");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_bench_intents(session, intents);
    };
  });
}

void Commands::declare_bench_speed(CLI::App& bench) {
  auto& sub = *bench.add_subcommand("speed", "Measure the time of indexing, queries and updates");
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
    chosen = [this](Session& session, std::stop_token stop) {
      return run_bench_speed(session, speed, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
