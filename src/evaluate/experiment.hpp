// Experiment: indexes the repositories and runs every query, once for each search variant.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "evaluate/query_set.hpp"
#include "evaluate/ranked_list.hpp"

namespace codeweaver::evaluate {

/// One way to search.
struct Variant {
  std::string name{};
  SearchOptions options{};
  bool by_rules = false;  ///< reranked by the hand-set rules instead of the default reranker
};

/// Variants that show the effect of each part of the search: sparse only, sparse with rules, dense
/// only, fused, fused with rules, fused with the default reranker, and `options` unchanged (with
/// intent and importance). All of them raise matches by exact name or text.
std::vector<Variant> ablations(const SearchOptions& options);

/// The location of one repository and its index.
struct SourceTree {
  std::filesystem::path root{}, state{};
  std::string display_name{};  ///< stored in the index; empty: the repository's name
};

struct ExperimentOptions {
  std::filesystem::path repositories{};  ///< contains one folder per repository
  std::filesystem::path state{};  ///< each index goes to state/REPO and is brought up to date
  bool reindex = false;           ///< rebuild existing indexes
  std::map<std::string, SourceTree> trees{};  ///< repositories at other places, by name
  IndexOptions index{};
  std::vector<Variant> variants{};  ///< at least one
  /// Called with each repository before it is indexed.
  std::function<void(const std::string& repo, std::size_t queries)> on_repository{};
};

/// The answers of one variant, parallel to Experiment::queries.
struct Answers {
  std::string name{};
  std::vector<RankedList> lists{};
  std::vector<double> latency_ms{};
  std::vector<std::map<std::string, double>> features{};  ///< of each whole answer, if requested
};

struct Experiment {
  std::vector<Query> queries{};             ///< queries that ran, by repository
  std::vector<Query> without_repository{};  ///< queries of repositories without a folder
  std::vector<std::string> lost_targets{};  ///< "REPO/PATH" of targets that are not files
  std::vector<Answers> answers{};           ///< one per variant
  std::size_t repositories = 0, files = 0, chunks = 0;
  double index_seconds = 0;
};

/// Runs one query at a time. The first query of each repository runs once before, untimed, so
/// latencies are those of an open index. Errors: those of Indexer and HybridSearcher (the cause
/// names repository and query), kCancelled.
Result<Experiment> run_experiment(const std::vector<Query>& queries,
                                  const ExperimentOptions& options, std::stop_token stop = {});

}  // namespace codeweaver::evaluate
