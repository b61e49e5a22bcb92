// Experiment: indexes the repositories and runs every query, once for each search variant.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/experiment.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/text/token_count.hpp"

namespace codeweaver::evaluate {
namespace {

/// Adds the repository, and the query if known, in front of an error.
Error at_repository(Error error, const std::string& place) {
  error.cause = place + ": " + error.cause;
  return error;
}

RankedList to_ranked_list(const FindCodeResponseSummary& response) {
  RankedList list;
  for (const auto& match : response.matches)
    list.push_back({match.file.path, match.span, match.relevance_score,
                    text::count_tokens(match.content.content), match.features});
  return list;
}

/// One index, searched with either reranker.
struct Searchers {
  HybridSearcher learned, by_rules;
};

class Runner {
 public:
  Runner(const ExperimentOptions& options, std::shared_ptr<const Embedder> embedder,
         std::stop_token stop)
      : options_(options), embedder_(std::move(embedder)), stop_(std::move(stop)) {
    for (const auto& variant : options.variants) out_.answers.push_back({variant.name, {}, {}, {}});
  }

  /// Runs all queries of one repository.
  Result<void> run(const std::string& repo, std::vector<Query> queries) {
    const auto tree = tree_of(repo);
    std::error_code ignored;
    if (!std::filesystem::is_directory(tree.root, ignored)) {
      for (auto& query : queries) out_.without_repository.push_back(std::move(query));
      return {};
    }
    if (options_.on_repository) options_.on_repository(repo, queries.size());
    note_lost_targets(tree.root, queries);
    auto searchers = open(repo, tree);
    if (!searchers) return at_repository(searchers.error(), repo);
    for (std::size_t i = 0; i < queries.size(); ++i)
      if (auto asked = ask(*searchers, queries[i], i == 0); !asked) return asked;
    ++out_.repositories;
    return {};
  }
  Experiment take() { return std::move(out_); }

 private:
  SourceTree tree_of(const std::string& repo) const {
    const auto elsewhere = options_.trees.find(repo);
    if (elsewhere != options_.trees.end()) return elsewhere->second;
    return {options_.repositories / repo, options_.state / repo, {}};
  }

  void note_lost_targets(const std::filesystem::path& root, const std::vector<Query>& queries) {
    std::set<std::string> lost;
    std::error_code ignored;
    for (const auto& query : queries)
      for (const auto& target : query.targets)
        if (!std::filesystem::is_regular_file(root / target.path, ignored))
          lost.insert(query.key.repo + "/" + target.path);
    out_.lost_targets.insert(out_.lost_targets.end(), lost.begin(), lost.end());
  }

  Result<Searchers> open(const std::string& repo, const SourceTree& tree) {
    CODEWEAVER_ASSIGN(auto indexer, Indexer::create({tree.root, tree.state, repo, tree.display_name,
                                                     options_.index},
                                                    {embedder_, {}}));
    CODEWEAVER_ASSIGN(auto report,
                      indexer.run({.force = options_.reindex, .on_progress = {}}, stop_));
    if (report.status == IndexStatus::kCancelled)
      return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The run was stopped",
                   "indexing", ""};
    out_.files += report.total_files;
    out_.chunks += report.total_chunks;
    out_.index_seconds += report.duration_seconds;
    CODEWEAVER_ASSIGN(auto reranker, make_learned_reranker());
    CODEWEAVER_ASSIGN(auto learned,
                      HybridSearcher::open(tree.state, {embedder_, reranker, {}, {}}));
    CODEWEAVER_ASSIGN(auto by_rules,
                      HybridSearcher::open(tree.state, {embedder_, make_rule_reranker(), {}, {}}));
    return Searchers{std::move(learned), std::move(by_rules)};
  }

  Result<void> ask(const Searchers& searchers, Query& query, bool is_first) {
    for (std::size_t i = 0; i < options_.variants.size(); ++i) {
      const auto& options = options_.variants[i].options;
      const auto& searcher = options_.variants[i].by_rules ? searchers.by_rules : searchers.learned;
      if (is_first)
        if (auto warm = searcher.search(query.text, options, stop_); !warm)
          return failed(warm.error(), query);
      const auto start = std::chrono::steady_clock::now();
      auto response = searcher.search(query.text, options, stop_);
      const std::chrono::duration<double, std::milli> taken =
          std::chrono::steady_clock::now() - start;
      if (!response) return failed(response.error(), query);
      out_.answers[i].lists.push_back(to_ranked_list(*response));
      out_.answers[i].latency_ms.push_back(taken.count());
      out_.answers[i].features.push_back(std::move(response->answer_features));
    }
    out_.queries.push_back(std::move(query));
    return {};
  }

  static Error failed(const Error& error, const Query& query) {
    return at_repository(error, query.key.repo + ", query '" + query.key.query_id + "'");
  }

  const ExperimentOptions& options_;
  std::shared_ptr<const Embedder> embedder_;
  std::stop_token stop_;
  Experiment out_;
};

}  // namespace

std::vector<Variant> ablations(const SearchOptions& options) {
  SearchOptions fused = options;
  fused.rerank_depth = 0;
  fused.weights.semantic = 0;
  SearchOptions sparse = fused, dense = fused, reranked = options;
  sparse.retrieval = Retrieval::kSparse;
  sparse.weights = {.rerank = 0, .dense = 0, .sparse = 1, .semantic = 0};
  SearchOptions sparse_ruled = reranked;
  sparse_ruled.retrieval = Retrieval::kSparse;
  sparse_ruled.weights.semantic = 0;
  dense.retrieval = Retrieval::kDense;
  dense.weights = {.rerank = 0, .dense = 1, .sparse = 0, .semantic = 0};
  reranked.weights.semantic = 0;
  return {{"sparse only", sparse},
          {"sparse + rules", sparse_ruled, true},
          {"dense only", dense},
          {"fusion", fused},
          {"fusion + rules", reranked, true},
          {"fusion + trees", reranked},
          {"+ intent, importance", options}};
}

Result<Experiment> run_experiment(const std::vector<Query>& queries,
                                  const ExperimentOptions& options, std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto embedder, make_static_embedder());
  std::map<std::string, std::vector<Query>> by_repository;
  for (const auto& query : queries) by_repository[query.key.repo].push_back(query);
  Runner runner(options, std::move(embedder), std::move(stop));
  for (auto& [repo, asked] : by_repository) CODEWEAVER_TRY(runner.run(repo, std::move(asked)));
  return runner.take();
}

}  // namespace codeweaver::evaluate
