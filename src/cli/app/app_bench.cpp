// Options of codeweaver bench.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_bench(CLI::App& app) {
  auto& bench = *app.add_subcommand("bench", "Measure the quality of the search");
  bench.require_subcommand(1);
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

}  // namespace codeweaver::cli
