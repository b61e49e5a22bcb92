// Report: the results of one run of the quality benchmark, and their JSON form.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/evaluation.hpp"
#include "evaluate/experiment.hpp"
#include "json/value.hpp"

namespace codeweaver::evaluate {

/// Our answers compared with those of a results file, for the queries in both.
struct Versus {
  std::string file{};
  std::size_t unasked = 0;           ///< queries without a line in the file
  std::vector<GroupScore> groups{};  ///< of the results file
  std::vector<GroupDifference> differences{};
};

/// One row of the ablations.
struct AblationRow {
  std::string name{};
  GroupScore score{};            ///< for all queries
  std::optional<double> step{};  ///< change of NDCG@10 (file level) from the previous row
  std::optional<double> p_value{};
  double latency_p50_ms = 0, latency_p95_ms = 0;
};

struct Report {
  std::vector<Query> queries{};
  std::vector<QueryScore> scores{};              ///< parallel to queries
  std::map<std::string, std::size_t> missing{};  ///< queries by repository without a folder
  std::vector<std::string> lost_targets{};
  std::size_t repositories = 0, files = 0, chunks = 0;
  double index_seconds = 0, latency_p50_ms = 0, latency_p95_ms = 0;
  std::vector<GroupScore> groups{};
  std::vector<AblationRow> ablations{};  ///< empty unless several variants ran
  std::optional<Versus> versus{};
};

/// Reports the last variant. If there are several, all of them are the ablations.
Report make_report(const Experiment& experiment);

/// Compares with `theirs`. Its tokens are counted from the files in `repositories`. Without common
/// queries there are no groups.
Versus make_versus(const Report& report, std::string file,
                   const std::map<QueryKey, RankedList>& theirs,
                   const std::filesystem::path& repositories);

/// The format is described in docs/internals/quality.md.
json::Value to_json(const Report& report);

}  // namespace codeweaver::evaluate
