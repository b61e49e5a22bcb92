// codeweaver-bench quality.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "bench/commands.hpp"
#include "bench/render_quality.hpp"
#include "cli/session/scratch_folder.hpp"
#include "evaluate/query_set.hpp"
#include "evaluate/ranked_list.hpp"
#include "evaluate/report.hpp"
#include "json/writer.hpp"
#include "settings/options.hpp"
#include "settings/providers.hpp"

namespace codeweaver::bench {
namespace {

using cli::counted;
using cli::ScratchFolder;
using cli::Session;

Result<std::vector<evaluate::Query>> chosen_queries(const QualityCommand& command,
                                                    const std::filesystem::path& here) {
  auto all = evaluate::read_queries(here / command.queries);
  if (!all) return all.error();
  const auto total = all->size();
  std::erase_if(*all, [&](const evaluate::Query& query) { return !command.filter.admits(query); });
  if (!all->empty()) return all;
  return Error{ErrorCategory::kNotFound, "NO_QUERIES",
               "None of the " + counted(total, "query", "queries") + " in " + command.queries +
                   " matches the filters",
               "choosing queries", "Check --repo, --category and --split."};
}

Result<std::vector<evaluate::Variant>> chosen_variants(const QualityCommand& command,
                                                       const SearchOptions& search) {
  auto rows = evaluate::ablations(search);
  if (command.ablations) return rows;
  if (command.variant.empty()) return std::vector<evaluate::Variant>{{"default", search}};
  std::string names;
  for (auto& row : rows) {
    if (row.name == command.variant) return std::vector<evaluate::Variant>{std::move(row)};
    names += (names.empty() ? "'" : ", '") + row.name + "'";
  }
  return Error{ErrorCategory::kInvalidArgument, "UNKNOWN_VARIANT",
               "Unknown variant '" + command.variant + "'", "reading --variant",
               "Use one of " + names + "."};
}

Result<evaluate::ExperimentOptions> experiment_options(Session& session,
                                                       const QualityCommand& command) {
  const auto& user = session.user_settings();
  if (!user) return user.error();
  const auto& loaded = *user;
  CODEWEAVER_TRY(settings::check_providers(loaded));
  evaluate::ExperimentOptions options;
  options.repositories = session.working_directory() / command.repos;
  options.reindex = command.force;
  options.index = settings::index_options(loaded.settings);
  auto search = settings::search_options(loaded.settings, 0);
  search.top_k = command.limit;
  if (!command.intent.empty()) search.intent = command.intent;
  search.deadline = {};  // a slow machine must not change the results
  search.filter.include_tests = true;
  search.explain = command.explain;
  CODEWEAVER_ASSIGN(auto variants, chosen_variants(command, search));
  options.variants = std::move(variants);
  const auto& streams = session.streams();
  options.on_repository = [&streams](const std::string& repo, std::size_t queries) {
    streams.err << repo << ": " << counted(queries, "query", "queries") << std::endl;
  };
  return options;
}

Error nothing_asked(const QualityCommand& command, const evaluate::Experiment& experiment) {
  return {ErrorCategory::kNotFound, "NO_REPOSITORIES",
          "None of the " + counted(experiment.without_repository.size(), "query", "queries") +
              " has a folder of its repository in " + command.repos,
          "running the benchmark",
          "Put the source tree of repository R into " + command.repos + "/R."};
}

Error nothing_common(const QualityCommand& command) {
  return {ErrorCategory::kInvalidArgument, "NO_COMMON_QUERIES",
          "None of the queries has a result in " + command.versus, "comparing",
          "Use a file with results for the same repo and query_id."};
}

Result<void> write_files(const QualityCommand& command, const std::filesystem::path& here,
                         const evaluate::Experiment& experiment, const evaluate::Report& report) {
  if (!command.results.empty())
    if (auto written = base::write_user_file(
            here / command.results,
            evaluate::to_json_lines(experiment.queries, experiment.answers.back().lists,
                                    experiment.answers.back().features));
        !written)
      return written;
  if (command.json.empty()) return {};
  return base::write_user_file(
      here / command.json, json::dump(evaluate::to_json(report), json::Layout::kIndented) + '\n');
}

Result<evaluate::Report> quality_report(Session& session, const QualityCommand& command,
                                        std::stop_token stop) {
  const auto& here = session.working_directory();
  CODEWEAVER_ASSIGN(auto queries, chosen_queries(command, here));
  std::map<evaluate::QueryKey, evaluate::RankedList> theirs;
  if (!command.versus.empty()) {  // before the long part, to report a bad file early
    CODEWEAVER_ASSIGN(auto read, evaluate::read_results(here / command.versus));
    theirs = std::move(read);
    if (std::none_of(queries.begin(), queries.end(),
                     [&](const evaluate::Query& query) { return theirs.contains(query.key); }))
      return nothing_common(command);
  }
  CODEWEAVER_ASSIGN(auto options, experiment_options(session, command));
  CODEWEAVER_ASSIGN(
      auto state,
      command.state.empty()
          ? ScratchFolder::make_in({}, "benchmark", "Name a folder for the indexes with --state.")
          : Result(ScratchFolder::keep(here / command.state)));
  options.state = state.path();
  CODEWEAVER_ASSIGN(auto experiment, evaluate::run_experiment(queries, options, std::move(stop)));
  if (experiment.queries.empty()) return nothing_asked(command, experiment);
  auto report = evaluate::make_report(experiment);
  if (!command.versus.empty()) {
    report.versus = evaluate::make_versus(report, command.versus, theirs, options.repositories);
    if (report.versus->groups.empty()) return nothing_common(command);
  }
  CODEWEAVER_TRY(write_files(command, here, experiment, report));
  return report;
}

}  // namespace

int run_quality(cli::Session& session, const QualityCommand& command, std::stop_token stop) {
  auto report = quality_report(session, command, std::move(stop));
  if (!report) return session.fail(report.error());
  session.streams().out << render_quality(*report, command.verbose, session.streams());
  return cli::kOk;
}

}  // namespace codeweaver::bench
