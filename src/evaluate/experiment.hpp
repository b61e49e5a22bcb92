// Experiment: indexes the repositories and asks every query, once for each variant of the search.
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

/// The search taken apart: sparse alone, sparse reranked by rules, dense alone, both fused, that
/// reranked by rules, by the default reranker, and `options` as they are (with intent and
/// importance). Matches by exact name or text are raised in all of them.
std::vector<Variant> ablations(const SearchOptions& options);

/// Where one repository and its index lie.
struct SourceTree {
  std::filesystem::path root{}, state{};
  std::string display_name{};  ///< kept in the index; empty: the repository's name
};

struct ExperimentOptions {
  std::filesystem::path repositories{};  ///< holds one folder a repository
  std::filesystem::path state{};  ///< the index of each goes to state/REPO; brought up to date
  bool reindex = false;           ///< rebuild indexes that are there
  std::map<std::string, SourceTree> trees{};  ///< repositories that lie elsewhere, by name
  IndexOptions index{};
  std::vector<Variant> variants{};  ///< at least one
  /// Told of each repository before it is indexed.
  std::function<void(const std::string& repo, std::size_t queries)> on_repository{};
};

/// What one variant answered, parallel to Experiment::queries.
struct Answers {
  std::string name{};
  std::vector<RankedList> lists{};
  std::vector<double> latency_ms{};
  std::vector<std::map<std::string, double>> features{};  ///< of each whole answer, when asked for
};

struct Experiment {
  std::vector<Query> queries{};             ///< that were asked, by repository
  std::vector<Query> without_repository{};  ///< whose repository has no folder
  std::vector<std::string> lost_targets{};  ///< "REPO/PATH" of targets that are no files
  std::vector<Answers> answers{};           ///< one a variant
  std::size_t repositories = 0, files = 0, chunks = 0;
  double index_seconds = 0;
};

/// Runs one query at a time. The first of each repository is asked once more, untimed, before, so
/// that latency is that of an open index. Errors: those of Indexer and HybridSearcher (the cause
/// names repository and query), kCancelled.
Result<Experiment> run_experiment(const std::vector<Query>& queries,
                                  const ExperimentOptions& options, std::stop_token stop = {});

}  // namespace codeweaver::evaluate
