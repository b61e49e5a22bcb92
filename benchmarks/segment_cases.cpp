// Segments of one index: merging them, and the cost of queries over one and over several.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/segments/segment_writer.hpp"
#include "engine/state/state_paths.hpp"
#include "evaluate/machine.hpp"
#include "query_list.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"
#include "store/merging/segment_merger.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kParts = 8;
constexpr std::uint64_t kNoLimit = 1ULL << 40;

std::vector<engine::WantedFile> indexed_files(const std::filesystem::path& state) {
  const auto database = need(store::Database::open_read_only(engine::StatePaths{state}.database()));
  std::vector<engine::WantedFile> files;
  need(need(database.tree("")).for_each_file([&](const store::FileRecord& file) {
    if (file.outcome == store::FileOutcome::kIndexed && !file.chunk_ids.empty())
      files.push_back({file.path, file.content, file.is_test, file.is_generated});
    return true;
  }));
  std::ranges::sort(files, {}, &engine::WantedFile::path);
  return files;
}

engine::DeriveRequest request_of(Workbench& bench) {
  IndexOptions options;
  options.workers = bench.options().workers;
  options.memory_budget = kNoLimit;
  return {options, bench.embedder().get()};
}

/// A copy of the index with its files distributed over several segments. Created once.
class SplitIndex {
 public:
  const std::filesystem::path& of(Workbench& bench) {
    if (!state_.empty()) return state_;
    state_ = bench.fresh_folder("split");
    std::filesystem::copy(bench.index(), state_, std::filesystem::copy_options::recursive);
    const engine::StatePaths paths{state_};
    std::array<std::vector<engine::WantedFile>, kParts> parts;
    for (auto& file : indexed_files(state_))
      parts[base::hash64(file.path) % kParts].push_back(std::move(file));
    auto manifest = need(store::read_manifest(paths.segments()));
    manifest.segments.clear();
    for (const auto& part : parts) {
      auto written = need(engine::write_segments(paths, part, request_of(bench)));
      for (auto& entry : written.entries) manifest.segments.push_back(std::move(entry));
    }
    need(store::write_manifest(paths.segments(), manifest));
    return state_;
  }

 private:
  std::filesystem::path state_;
};

void merge(Workbench& bench, SplitIndex& split, Run& run) {
  const engine::StatePaths paths{split.of(bench)};
  const auto manifest = need(store::read_manifest(paths.segments()));
  std::vector<store::MergeInput> inputs;
  double bytes = 0;
  for (const auto& entry : manifest.segments) {
    inputs.push_back({need(store::Segment::open(paths.segments() / entry.file)), {}});
    bytes += static_cast<double>(inputs.back().segment->size_bytes());
  }
  const bool is_reset = evaluate::reset_peak_rss();
  const double memory = evaluate::peak_rss();
  const Stopwatch merging;
  const auto merged = need(
      store::merge_segments(inputs, manifest.dimension, manifest.vector_index, paths.segments()));
  run.record("merge 8 segments, cpu", "s", merging.cpu());
  run.record("merge 8 segments, wall", "s", merging.wall());
  if (is_reset) run.record("merge 8 segments, memory", "MiB", evaluate::peak_rss() - memory);
  run.record("chunks", "chunks", static_cast<double>(merged.chunks));
  run.record("segments", "MB", bytes / 1e6);

  const auto files = indexed_files(split.of(bench));
  const Stopwatch writing;
  const auto segments = need(engine::write_segments(paths, files, request_of(bench)));
  run.record("write from the database, cpu", "s", writing.cpu());
  run.record("write from the database, wall", "s", writing.wall());
  const auto written = need(store::Segment::open(paths.segments() / segments.entries.front().file));
  run.check(written->size() == merged.chunks, "both have the same chunks");
}

double cpu_a_query(const HybridSearcher& searcher, const std::vector<Query>& queries, Run& run) {
  const Stopwatch watch;
  bool is_right = true;
  for (const auto& query : queries) is_right = searcher.search(query.text).has_value() && is_right;
  run.check(is_right, "every query is answered");
  return watch.cpu() * 1e3 / static_cast<double>(queries.size());
}

void search(Workbench& bench, SplitIndex& split, Run& run) {
  const auto list =
      derive_queries(engine::StatePaths{bench.index()}.database(), kQueriesOfCategory);
  const auto one = bench.searcher();
  const auto eight = need(HybridSearcher::open(
      split.of(bench), {bench.embedder(), need(make_learned_reranker()), {}, {}}));
  for (const auto& [name, queries] :
       {std::pair("identifiers", &list.identifiers), std::pair("questions", &list.questions)}) {
    run.record(std::string(name) + ", 1 segment", "ms cpu", cpu_a_query(one, *queries, run));
    run.record(std::string(name) + ", 8 segments", "ms cpu", cpu_a_query(eight, *queries, run));
  }
}

}  // namespace

std::vector<Case> segment_cases() {
  const auto split = std::make_shared<SplitIndex>();
  return {
      {"segments/merge", "8 segments to one, by copying and from the database",
       [split](Workbench& bench, Run& run) { merge(bench, *split, run); }},
      {"segments/search", "queries over 1 and over 8 segments",
       [split](Workbench& bench, Run& run) { search(bench, *split, run); }},
  };
}

}  // namespace codeweaver::bench
