// Dense search with every kind of index: speed, and recall against exact float results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cases.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/faiss_index.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "vector_data.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kFlatQueries = 20;  // FAISS Flat is slow and exact

struct Answers {
  std::vector<double> wall, cpu;  ///< milliseconds, one value per query
  std::vector<std::vector<store::ScoredChunk>> hits;
};

Answers search_all(const store::VectorIndex& index, const VectorData& data,
                   const store::ChunkSet& allowed, std::size_t queries) {
  Answers out;
  for (std::size_t q = 0; q < queries; ++q) {
    const Stopwatch watch;
    out.hits.push_back(index.search(data.queries[q], allowed, VectorData::kDepth));
    out.cpu.push_back(watch.cpu() * 1e3);
    out.wall.push_back(watch.wall() * 1e3);
  }
  return out;
}

/// The share of the first `depth` hits that are as near as the exact best `depth` rows. So each of
/// several equal rows counts. The error of stored rows is about a tenth of the tolerance.
double recall(const Answers& answers, const VectorData& data, std::size_t depth) {
  constexpr float kTolerance = 1e-3F;
  std::size_t found = 0;
  for (std::size_t q = 0; q < answers.hits.size(); ++q)
    for (std::size_t i = 0; i < std::min(depth, answers.hits[q].size()); ++i)
      found += answers.hits[q][i].score >= data.exact[q][depth - 1] - kTolerance ? 1U : 0U;
  return static_cast<double>(found) / static_cast<double>(depth * answers.hits.size());
}

void measure(const std::string& name, const store::VectorIndex& index, const VectorData& data,
             std::size_t queries, Run& run) {
  const store::ChunkSet all(data.segment->size(), true);
  const Answers answers = search_all(index, data, all, queries);
  run.record(name + " p50", "ms cpu", percentile(answers.cpu, 0.5));
  run.record(name + " p95", "ms cpu", percentile(answers.cpu, 0.95));
  run.record(name + " p50 wall", "ms", percentile(answers.wall, 0.5));
  const double at_10 = recall(answers, data, 10), at_100 = recall(answers, data, 100);
  run.record(name + " recall at 10", "share", at_10);
  run.record(name + " recall at 100", "share", at_100);
  if (index.kind() != store::VectorIndexKind::kFaissHnsw)
    run.check(at_10 >= 0.98, name + " finds 98 of 100 of the best ten");
}

void compare_kinds(const VectorData& data, Run& run) {
  run.record("rows", "vectors", static_cast<double>(data.segment->size()));
  run.record("rows are generated", "1: yes", data.source == VectorSource::kGenerated ? 1 : 0);
  run.record("encode and write", "s cpu", data.write_cpu);
  run.record("graph", "s cpu", data.graph_cpu);
  const auto& kernels = store::best_dot_kernels();
  measure("scan int8", *make_vector_scan(data.segment, kernels, store::ScanStages::kAllRows), data,
          data.queries.size(), run);
  measure("cascade", *make_vector_scan(data.segment, kernels), data, data.queries.size(), run);
  for (const auto variant : {store::DotVariant::kAvx2, store::DotVariant::kScalar})
    if (const auto* other = store::dot_kernels(variant); other != nullptr)
      measure(variant == store::DotVariant::kAvx2 ? "cascade AVX2" : "cascade scalar",
              *make_vector_scan(data.segment, *other), data, kFlatQueries, run);
  if (data.segment->has_graph())
    for (const std::size_t effort : {256, 512, 1024, 2048, 4096})
      measure("FAISS HNSW " + std::to_string(effort),
              *need(store::make_faiss_hnsw(data.segment, effort)), data, data.queries.size(), run);
  measure("FAISS flat", *need(make_vector_index(data.segment, store::VectorIndexKind::kFaissFlat)),
          data, kFlatQueries, run);
}

/// The cost of one query with random filters, from most rows to few.
void compare_filters(const VectorData& data, Run& run) {
  const auto& kernels = store::best_dot_kernels();
  const auto all_rows = make_vector_scan(data.segment, kernels, store::ScanStages::kAllRows);
  const auto cascade = make_vector_scan(data.segment, kernels);
  for (const unsigned one_in : {1U, 2U, 4U, 8U, 16U, 32U, 128U, 1024U}) {
    std::mt19937 random(one_in);
    store::ChunkSet allowed(data.segment->size(), false);
    for (std::size_t i = 0; i < allowed.size(); ++i) allowed.set(i, random() % one_in == 0);
    const std::string share = " one in " + std::to_string(one_in);
    const Answers a = search_all(*all_rows, data, allowed, data.queries.size());
    const Answers b = search_all(*cascade, data, allowed, data.queries.size());
    run.record("scan int8" + share, "ms cpu", percentile(a.cpu, 0.5));
    run.record("cascade" + share, "ms cpu", percentile(b.cpu, 0.5));
    std::size_t same = 0, total = 0;
    for (std::size_t q = 0; q < a.hits.size(); ++q) {
      total += a.hits[q].size();
      for (const auto& hit : b.hits[q])
        same += std::any_of(a.hits[q].begin(), a.hits[q].end(),
                            [&](const auto& other) { return other.chunk == hit.chunk; })
                    ? 1U
                    : 0U;
    }
    run.record("common" + share, "share of 100",
               static_cast<double>(same) / static_cast<double>(total));
  }
}

auto on(std::size_t rows, VectorSource source, store::VectorIndexKind kind,
        void (*body)(const VectorData&, Run&)) {
  return [=, data = std::shared_ptr<VectorData>()](Workbench& bench, Run& run) mutable {
    if (!data) data = std::make_shared<VectorData>(bench, rows, source, kind);
    body(*data, run);
  };
}

}  // namespace

std::vector<Case> vector_cases() {
  using enum VectorSource;
  using enum store::VectorIndexKind;
  return {
      {"vector/13k", "every kind over 13,000 chunks",
       on(13'000, kChunks, kFaissHnsw, compare_kinds)},
      {"vector/60k", "every kind over 60,000 chunks",
       on(60'000, kChunks, kFaissHnsw, compare_kinds)},
      {"vector/250k", "every kind over 250,000 pieces",
       on(250'000, kPieces, kFaissHnsw, compare_kinds)},
      {"vector/1M", "every kind but HNSW over 1,000,000 pieces",
       on(1'000'000, kPieces, kScan, compare_kinds)},
      {"vector/filters", "filters over 250,000 pieces",
       on(250'000, kPieces, kScan, compare_filters)},
  };
}

}  // namespace codeweaver::bench
