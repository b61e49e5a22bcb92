// Options of codeweaver bench.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_bench(CLI::App& app) {
  auto& bench = *app.add_subcommand("bench", "Measure how good and how fast the search is");
  bench.require_subcommand(1);
  declare_bench_quality(bench);
  declare_bench_self(bench);
  declare_bench_intents(bench);
  declare_bench_speed(bench);
}

void Commands::declare_bench_quality(CLI::App& bench) {
  auto& sub = *bench.add_subcommand("quality", "Ask queries with known answers, and score");
  add_settings(sub);
  sub.add_option("--repos", quality.repos, "Folder with the source tree of each repository")
      ->required();
  sub.add_option("--queries", quality.queries, "JSONL file, or a folder of them")->required();
  sub.add_option("--repo", quality.filter.repos, "Only this repository; may be repeated");
  sub.add_option("--category", quality.filter.categories, "Only this category; may be repeated");
  sub.add_option("--split", quality.filter.splits, "Only this split; may be repeated");
  sub.add_option("--top", quality.top, "Results asked for (default: 10)")
      ->check(CLI::Range(1, 1000));
  sub.add_option("--intent", quality.intent, "Search with this intent (default: each query's own)");
  sub.add_option("--state", quality.state, "Keep the indexes here (default: removed at the end)");
  sub.add_flag("-f,--force,--reindex", quality.reindex, "Rebuild indexes that are there");
  sub.add_flag("--ablations", quality.ablations, "Measure the search part by part, too");
  sub.add_option("--variant", quality.variant, "Search as this row of the ablations does");
  sub.add_flag("--explain", quality.explain, "Write what the reranker measured to --results, too");
  sub.add_option("--results", quality.results, "Write the ranked lists here, as JSONL");
  sub.add_option("--vs", quality.versus, "Compare with ranked lists that such a file holds");
  sub.add_option("--json", quality.json, "Write all figures here, as JSON");
  sub.add_flag("--verbose", quality.verbose, "A row for each repository, too");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_bench_quality(session, quality, std::move(stop));
    };
  });
}

void Commands::declare_bench_self(CLI::App& bench) {
  auto& sub = command(bench, "self", "Ask this project what its own commits say, and score");
  sub.add_option("--commits", self.commits, "Usable commits, newest first (default: 300)")
      ->check(CLI::Range(1, 100'000));
  auto* const tune = sub.add_flag("--tune", self.tune, "Look for better settings, too");
  sub.add_flag("--apply", self.apply, "Write better settings to the project's codeweaver.toml")
      ->needs(tune);
  sub.add_option("--json", self.json, "Write all figures here, as JSON");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_bench_self(session, self, std::move(stop));
    };
  });
}

void Commands::declare_bench_intents(CLI::App& bench) {
  auto& sub = *bench.add_subcommand("intents", "Classify labelled queries, and score");
  sub.add_option("--queries", intents.queries, "JSONL file")->required();
  sub.add_option("--split", intents.split, "Only this split");
  sub.add_option("--json", intents.json, "Write all figures here, as JSON");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_bench_intents(session, intents);
    };
  });
}

void Commands::declare_bench_speed(CLI::App& bench) {
  auto& sub = *bench.add_subcommand("speed", "Index a folder and time it, queries and updates");
  add_settings(sub);
  sub.add_option("folder", speed.folder, "Folder to index (default: here)");
  sub.add_option("--runs", speed.runs, "Full indexing runs (default: 1)")
      ->check(CLI::Range(1, 100));
  sub.add_option("--queries", speed.queries, "Queries of each kind (default: 100)")
      ->check(CLI::Range(1, 10'000));
  sub.add_flag("--edit", speed.edit, "Change files of the folder, too, and put them back");
  sub.add_option("--work", speed.work, "Make the indexes below this folder")
      ->check(CLI::ExistingDirectory);
  sub.add_option("--json", speed.json, "Write all figures here, as JSON");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_bench_speed(session, speed, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
