// Self-evaluation: how well the search finds the commits of its own project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/self_evaluation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/try.hpp"

namespace codeweaver::evaluate {
namespace {

Result<void> check_count(const CommitQueries& found, const SelfOptions& options) {
  const auto needed = options.tune ? kFewestToTune : kFewestQueries;
  if (found.queries.size() >= needed) return {};
  std::string reasons;
  for (const auto& [reason, count] : found.left_out)
    reasons += (reasons.empty() ? " (skipped: " : ", ") + std::to_string(count) + " " + reason;
  if (!reasons.empty()) reasons += ')';
  return Error{ErrorCategory::kNotFound, "TOO_FEW_COMMITS",
               "Only " + base::grouped(found.queries.size()) + " of " +
                   base::counted(found.commits, "commit") +
                   (found.commits == 1 ? " yields" : " yield") + " a query" + reasons,
               "making queries from the history",
               std::to_string(needed) + (options.tune ? " are needed to tune" : " are needed") +
                   ": commits with subjects of at least three words that change one to " +
                   std::to_string(options.commits.max_files) +
                   " source files that still exist. In a shallow clone, "
                   "fetch the rest of the history first."};
}

Result<Experiment> ask(const SelfOptions& options, std::span<const Query> queries,
                       std::span<const SearchOptions> ways, const std::stop_token& stop) {
  ExperimentOptions experiment;
  experiment.trees[options.commits.repo] = {options.commits.root, options.state,
                                            options.display_name};
  experiment.index = options.commits.index;
  for (const auto& way : ways) experiment.variants.push_back({"", way});
  return run_experiment({queries.begin(), queries.end()}, experiment, stop);
}

std::vector<Group> split_groups(std::span<const Query> queries) {
  Group all{"overall", "all", {}}, older{"split", std::string(kOlderSplit), {}},
      newer{"split", std::string(kNewerSplit), {}};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    all.members.push_back(i);
    (queries[i].split == kOlderSplit ? older : newer).members.push_back(i);
  }
  return {std::move(all), std::move(older), std::move(newer)};
}

Result<Tuning> tune_on(const std::vector<Query>& queries, const SelfOptions& options,
                       const std::stop_token& stop) {
  const auto first_older = std::find_if(queries.begin(), queries.end(), [](const Query& query) {
    return query.split == kOlderSplit;
  });
  const Measure measure =
      [&](std::span<const Query> asked,
          std::span<const SearchOptions> ways) -> Result<std::vector<std::vector<double>>> {
    if (options.on_step)
      options.on_step("Running " + std::to_string(asked.size()) + " queries in " +
                      std::to_string(ways.size()) + " ways");
    CODEWEAVER_ASSIGN(auto experiment, ask(options, asked, ways, stop));
    std::vector<std::vector<double>> values;
    for (const auto& answers : experiment.answers) {
      auto& added = values.emplace_back();
      for (const auto& one : score(experiment.queries, answers.lists))
        added.push_back(tuning_value(one));
    }
    return values;
  };
  return tune(options.search, {first_older, queries.end()}, {queries.begin(), first_older},
              measure);
}

json::Value to_json(const std::map<std::string, std::string>& settings) {
  json::Value out = json::Object{};
  for (const auto& [key, value] : settings) out.set(key, value);
  return out;
}

json::Value to_json(const Tuning& tuning) {
  const auto part = [](double present, double best) {
    return json::Object{{"present", present}, {"best", best}};
  };
  const auto changed = changed_settings(tuning.present, tuning.best);
  json::Value out = json::Object{{"tried", tuning.tried},
                                 {"is_better", tuning.is_better()},
                                 {"settings", to_json(changed)},
                                 {"older", part(tuning.older_present, tuning.older_best)}};
  if (changed.empty()) return out;
  out.set("newer", part(tuning.newer_present, tuning.newer_best));
  out.set("difference", json::Object{{"low", tuning.difference.low},
                                     {"high", tuning.difference.high},
                                     {"p_value", tuning.p_value}});
  return out;
}

}  // namespace

Result<SelfReport> evaluate_self(const SelfOptions& options, std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto found, read_commit_queries(options.commits, stop));
  CODEWEAVER_TRY(check_count(found, options));
  if (options.on_step)
    options.on_step("Running " + std::to_string(found.queries.size()) + " queries");
  auto experiment =
      ask(options, found.queries, std::span<const SearchOptions>(&options.search, 1), stop);
  if (!experiment) return experiment.error();
  SelfReport self;
  self.commits = found.commits;
  self.left_out = std::move(found.left_out);
  self.report = make_report(*experiment);
  self.report.groups =
      summarize(self.report.queries, split_groups(self.report.queries), self.report.scores);
  if (!options.tune) return self;
  CODEWEAVER_ASSIGN(auto tuning, tune_on(found.queries, options, stop));
  self.tuning = std::move(tuning);
  return self;
}

json::Value to_json(const SelfReport& self) {
  json::Value out = to_json(self.report);
  json::Value left_out = json::Object{};
  for (const auto& [reason, count] : self.left_out) left_out.set(reason, count);
  out.set("commits", self.commits);
  out.set("left_out", std::move(left_out));
  if (self.tuning) out.set("tuning", to_json(*self.tuning));
  return out;
}

}  // namespace codeweaver::evaluate
