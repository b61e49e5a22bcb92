// The default reranker on the candidates of real searches, with their signals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cases.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/state/state_paths.hpp"
#include "query_list.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kListed = 100, kRepeats = 5;

/// A query and its candidates as passed to a reranker, with copies of the texts.
class RecordedList {
 public:
  RecordedList(std::string_view query, std::span<const RerankCandidate> candidates)
      : query_(query), pairs_(candidates.begin(), candidates.end()) {
    texts_.reserve(4 * pairs_.size());  // views into short strings must not move
    signals_.reserve(pairs_.size());
    for (auto& pair : pairs_) {
      for (auto* view : {&pair.path, &pair.symbol, &pair.doc, &pair.content})
        *view = texts_.emplace_back(*view);
      pair.signals = &signals_.emplace_back(*pair.signals);
    }
  }

  std::string_view query() const noexcept { return query_; }
  std::span<const RerankCandidate> candidates() const noexcept { return pairs_; }

 private:
  std::string query_;
  std::vector<RerankCandidate> pairs_;
  std::vector<std::string> texts_;
  std::vector<RerankSignals> signals_;
};

/// Records every list to rerank and does not change its order.
class Recorder final : public Reranker {
 public:
  explicit Recorder(std::vector<std::unique_ptr<RecordedList>>& lists) : lists_(lists) {}
  std::string_view name() const noexcept override { return "benchmark/recorder"; }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    lists_.push_back(std::make_unique<RecordedList>(query, candidates));
    return std::vector<float>(candidates.size(), 0.5F);
  }

 private:
  std::vector<std::unique_ptr<RecordedList>>& lists_;
};

/// Lists of `kListed` candidates for questions derived from the corpus, created once.
class RecordedLists {
 public:
  const std::vector<std::unique_ptr<RecordedList>>& of(Workbench& bench) {
    if (!lists_.empty()) return lists_;
    const auto recorder = std::make_shared<Recorder>(lists_);
    const auto searcher =
        need(HybridSearcher::open(bench.index(), {bench.embedder(), recorder, {}, {}}));
    const engine::StatePaths paths{bench.index()};
    for (const auto& query : derive_queries(paths.database(), kQueriesOfCategory).questions)
      need(searcher.search(query.text, {.rerank_depth = kListed}));
    std::erase_if(lists_, [](const auto& list) { return list->candidates().size() != kListed; });
    return lists_;
  }

 private:
  std::vector<std::unique_ptr<RecordedList>> lists_;
};

void rerank(RecordedLists& recorded, Workbench& bench, Run& run) {
  const auto& lists = recorded.of(bench);
  const auto reranker = need(make_learned_reranker());
  std::vector<double> times;
  bool is_in_range = true, is_repeatable = true, is_deciding = true;
  std::size_t bytes = 0;
  double cpu = 0;
  for (const auto& list : lists) {
    const auto expected = need(reranker->rerank(list->query(), list->candidates()));
    for (const auto& pair : list->candidates()) bytes += pair.content.size();
    for (const float score : expected) is_in_range = is_in_range && score >= 0 && score <= 1;
    is_deciding = is_deciding && std::ranges::max(expected) > std::ranges::min(expected);
    for (std::size_t i = 0; i < kRepeats; ++i) {
      const Stopwatch watch;
      const auto scores = need(reranker->rerank(list->query(), list->candidates()));
      cpu += watch.cpu();
      times.push_back(watch.wall() * 1e3);
      is_repeatable = is_repeatable && scores == expected;
    }
  }
  run.check(!lists.empty(), "there are lists of 100 candidates for the corpus");
  if (lists.empty()) return;
  const Stopwatch watch;
  for (const auto& list : lists)
    is_repeatable = is_repeatable && !reranker->features(list->query(), list->candidates()).empty();
  const double count = static_cast<double>(lists.size());
  run.record("features of it", "ms cpu a list", watch.cpu() * 1e3 / count);
  run.record("mean", "ms cpu a list", cpu * 1e3 / (count * kRepeats));
  run.record("p50", "ms", percentile(times, 0.50));
  run.record("p95", "ms", percentile(times, 0.95));
  run.record("lists", "lists", count);
  run.record("text", "kB a list", static_cast<double>(bytes) / (1e3 * count));
  run.check(is_in_range, "scores lie in [0, 1]");
  run.check(is_repeatable, "the same list has the same scores");
  run.check(is_deciding, "a list has different scores");
}

}  // namespace

std::vector<Case> rerank_cases() {
  const auto recorded = std::make_shared<RecordedLists>();
  return {
      {"micro/rerank", "the learned reranker on 100 candidates of real searches",
       [recorded](Workbench& bench, Run& run) { rerank(*recorded, bench, run); }},
  };
}

}  // namespace codeweaver::bench
