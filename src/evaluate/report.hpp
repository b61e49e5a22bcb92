// Report: all that one run of the quality benchmark found, and its JSON form.
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

/// Our answers beside those of a results file, over the queries that both have.
struct Versus {
  std::string file{};
  std::size_t unasked = 0;           ///< queries that the file has no line for
  std::vector<GroupScore> groups{};  ///< of the file
  std::vector<GroupDifference> differences{};
};

/// One row of the ablations.
struct AblationRow {
  std::string name{};
  GroupScore score{};            ///< over all queries
  std::optional<double> step{};  ///< NDCG@10, file level, less that of the row before
  std::optional<double> p_value{};
  double latency_p50_ms = 0, latency_p95_ms = 0;
};

struct Report {
  std::vector<Query> queries{};
  std::vector<QueryScore> scores{};              ///< parallel to queries
  std::map<std::string, std::size_t> missing{};  ///< repository without a folder to its queries
  std::vector<std::string> lost_targets{};
  std::size_t repositories = 0, files = 0, chunks = 0;
  double index_seconds = 0, latency_p50_ms = 0, latency_p95_ms = 0;
  std::vector<GroupScore> groups{};
  std::vector<AblationRow> ablations{};  ///< empty unless several variants ran
  std::optional<Versus> versus{};
};

/// The last variant is the one reported; all of them are the ablations, if there are several.
Report make_report(const Experiment& experiment);

/// Compares with `theirs`, whose tokens are counted below `repositories`. Without a common query
/// there are no groups.
Versus make_versus(const Report& report, std::string file,
                   const std::map<QueryKey, RankedList>& theirs,
                   const std::filesystem::path& repositories);

/// As docs/internals/quality.md describes it.
json::Value to_json(const Report& report);

}  // namespace codeweaver::evaluate
