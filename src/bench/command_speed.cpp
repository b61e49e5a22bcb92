// codeweaver-bench speed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <filesystem>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "bench/commands.hpp"
#include "bench/render_speed.hpp"
#include "bench/speed.hpp"
#include "cli/session/scratch_folder.hpp"
#include "json/writer.hpp"
#include "settings/options.hpp"
#include "settings/providers.hpp"

namespace codeweaver::bench {
namespace {

using cli::CommonOptions;
using cli::ScratchFolder;
using cli::Session;

/// Returns the settings options of this run, for the program that it starts.
std::vector<std::string> forwarded(const CommonOptions& common, const std::filesystem::path& here) {
  std::vector<std::string> out;
  if (!common.config_file.empty())
    out.insert(out.end(), {"--config", (here / common.config_file).string()});
  if (!common.env_file.empty())
    out.insert(out.end(), {"--env-file", (here / common.env_file).string()});
  for (const auto& setting : common.overrides) out.insert(out.end(), {"--set", setting});
  return out;
}

Result<SpeedReport> speed_report(Session& session, const SpeedCommand& command,
                                 std::stop_token stop) {
  const auto& here = session.working_directory();
  SpeedOptions options;
  std::error_code error;
  options.root = std::filesystem::weakly_canonical(
      here / (command.folder.empty() ? "." : command.folder), error);
  CODEWEAVER_ASSIGN(const auto loaded, session.load_settings({.root = options.root}));
  CODEWEAVER_TRY(settings::check_providers(loaded));
  CODEWEAVER_ASSIGN(
      auto scratch,
      ScratchFolder::make_in(command.work.empty() ? std::filesystem::path() : here / command.work,
                             "benchmark", "Name a folder for the indexes with --work."));
  options.data_dir = scratch.path();
  options.index = settings::index_options(loaded.settings);
  options.search = settings::search_options(loaded.settings, 0);
  options.search.deadline = {};  // a slow machine must not change the amount of work
  options.index_runs = command.runs;
  options.queries = command.queries;
  options.edit = command.edit;
  options.program = session.streams().program;
  options.program_options = forwarded(session.options(), here);
  const auto& streams = session.streams();
  options.on_step = [&streams](const std::string& step) { streams.err << step << std::endl; };
  auto report = measure_speed(options, std::move(stop));
  if (!report || command.json.empty()) return report;
  CODEWEAVER_TRY(base::write_user_file(
      here / command.json, json::dump(to_json(*report), json::Layout::kIndented) + '\n'));
  return report;
}

}  // namespace

int run_speed(cli::Session& session, const SpeedCommand& command, std::stop_token stop) {
  const auto report = speed_report(session, command, std::move(stop));
  if (!report) return session.fail(report.error());
  session.streams().out << render_speed(*report, session.streams());
  return cli::kOk;
}

}  // namespace codeweaver::bench
