// Self-evaluation: how well the search finds the commits of its own project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "evaluate/commit_queries.hpp"
#include "evaluate/experiment.hpp"
#include "evaluate/report.hpp"
#include "evaluate/tuning.hpp"
#include "json/value.hpp"

namespace codeweaver::evaluate {

/// Minimum numbers of queries for a meaningful result, and for a newer split that can compare
/// settings.
inline constexpr std::size_t kFewestQueries = 20, kFewestToTune = 60;

struct SelfOptions {
  CommitQueryOptions commits{};
  std::filesystem::path state{};  ///< of the project's index, which is brought up to date
  std::string display_name{};     ///< of the project
  SearchOptions search{};         ///< the current search options
  bool tune = false;
  std::function<void(const std::string& step)> on_step{};  ///< called at the start of each step
};

struct SelfReport {
  std::size_t commits = 0;  ///< commits that were read
  std::map<std::string, std::size_t, std::less<>> left_out{};
  Report report{};  ///< with the groups: all queries, older ones, newer ones
  std::optional<Tuning> tuning{};
};

/// Errors: those of read_commit_queries() and run_experiment(); kNotFound "TOO_FEW_COMMITS".
Result<SelfReport> evaluate_self(const SelfOptions& options, std::stop_token stop = {});

/// The format is described in docs/internals/quality.md.
json::Value to_json(const SelfReport& self);

}  // namespace codeweaver::evaluate
