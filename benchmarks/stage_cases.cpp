// Time per stage of indexing and of a query, one after another on one thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "chunk/chunk.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "corpus/discovery.hpp"
#include "corpus/text_file.hpp"
#include "engine/content/features.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/state/state_paths.hpp"
#include "query_list.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/segment_builder.hpp"
#include "syntax/parse_alone.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kBatchFiles = 100;
constexpr std::size_t kStageQueries = 30;  // per category

/// CPU seconds by stage, in order of first use.
class Stages {
 public:
  template <class Work>
  auto time(const std::string& stage, Work&& work) {
    const Stopwatch watch;
    struct Stop {
      Stages& stages;
      const std::string& stage;
      const Stopwatch& watch;
      ~Stop() { stages.add(stage, watch.cpu()); }
    } stop{*this, stage, watch};
    return work();
  }
  void record(Run& run, const std::string& unit, double factor) const {
    for (const auto& [stage, seconds] : seconds_) run.record(stage, unit, seconds * factor);
  }

 private:
  void add(const std::string& stage, double seconds) {
    for (auto& [name, sum] : seconds_)
      if (name == stage) {
        sum += seconds;
        return;
      }
    seconds_.emplace_back(stage, seconds);
  }

  std::vector<std::pair<std::string, double>> seconds_;
};

/// Reads, parses, chunks and stores the corpus; returns the files that have chunks, with keys.
std::vector<std::pair<const DiscoveredFile*, base::Hash128>> store_contents(
    Workbench& bench, store::Database& database, Stages& stages) {
  const engine::FileProcessor processor{IndexOptions{}};
  std::vector<std::pair<const DiscoveredFile*, base::Hash128>> stored;
  std::vector<engine::ProcessedFile> batch;
  const auto write = [&] {
    stages.time("write to the database", [&] {
      need(database.transaction([&]() -> Result<void> {
        auto tree = need(database.make_tree(""));
        for (auto& file : batch) {
          if (file.content && !*database.has_content(file.file.content))
            if (auto put = database.put_content(*file.content); !put) return put;
          if (auto put = tree.put_file(file.file); !put) return put;
        }
        return {};
      }));
    });
    batch.clear();
  };
  for (const auto& file : bench.corpus().files) {
    const auto text = stages.time("read", [&] { return corpus::read_text(file.absolute_path); });
    if (!text) continue;
    stages.time("parse alone", [&] { return syntax::parse_alone(*text, file.language); });
    auto processed =
        stages.time("read, parse and chunk", [&] { return processor.process(file, nullptr); });
    if (processed.chunk_count > 0) stored.emplace_back(&file, processed.file.content);
    batch.push_back(std::move(processed));
    if (batch.size() == kBatchFiles) write();
  }
  write();
  return stored;
}

void index_stages(Workbench& bench, Run& run) {
  Stages stages;
  const auto state = bench.fresh_folder("stages");
  auto database = need(store::Database::open(engine::StatePaths{state}.database()));
  const auto found =
      stages.time("discover", [&] { return need(corpus::discover(bench.corpus().root)); });
  run.check(found.files.size() == bench.corpus().files.size(), "discovery finds every file");
  const auto stored = store_contents(bench, database, stages);

  const auto embedder = bench.embedder();
  const std::size_t dimension = embedder->info().dimension;
  store::SegmentBuilder builder(dimension);
  for (const auto& [file, key] : stored) {
    const auto content =
        stages.time("load from the database", [&] { return need(database.content(key)); });
    const engine::WantedFile wanted{file->path, content.key};
    engine::PreparedFile prepared;
    prepared.language = content.language;
    prepared.vectors.resize(content.chunks.size() * dimension);
    for (std::size_t i = 0; i < content.chunks.size(); ++i) {
      const auto& chunk = content.chunks[i];
      stages.time("analyse terms", [&] {
        prepared.chunks.push_back(engine::prepare_chunk(file->path, chunk, content.text));
      });
      stages.time("embed", [&] {
        const auto text = engine::embedding_text(file->path, chunk, content.text, true);
        const std::string_view view = text;
        need(embedder->embed_documents(
            std::span(&view, 1), std::span(prepared.vectors).subspan(i * dimension, dimension)));
      });
    }
    stages.time("add to the segment", [&] {
      for (const auto& input : engine::segment_inputs(wanted, prepared, dimension))
        builder.add(input);
    });
  }
  const auto chunks = builder.size();
  stages.time("write the segment", [&] { return need(std::move(builder).write(state)); });
  stages.record(run, "s cpu", 1);
  run.record("chunks", "chunks", static_cast<double>(chunks));
  run.check(chunks > 0, "the corpus has chunks");
}

std::vector<Query> some_of_each(const std::filesystem::path& database) {
  auto list = derive_queries(database, kStageQueries);
  std::vector<Query> out = std::move(list.identifiers);
  out.insert(out.end(), list.questions.begin(), list.questions.end());
  out.insert(out.end(), list.snippets.begin(), list.snippets.end());
  return out;
}

/// The default reranker, timed inside a search, because only a search computes all its signals.
class TimedReranker final : public Reranker {
 public:
  explicit TimedReranker(Stages& stages) : stages_(stages) {}
  std::string_view name() const noexcept override { return reranker_->name(); }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    return stages_.time("rerank", [&] { return reranker_->rerank(query, candidates); });
  }

 private:
  Stages& stages_;
  std::shared_ptr<const Reranker> reranker_ = need(make_learned_reranker());
};

/// The other steps of a query on the candidates of both sides, as in the engine.
struct QueryReplay {
  const store::Snapshot& snapshot;
  const store::Database& database;
  const Embedder& embedder;

  void replay(const std::string& query, Stages& stages) const {
    constexpr std::size_t kCandidates = 100;
    const auto terms = stages.time("analyse", [&] { return text::analyze_query(query); });
    auto found = stages.time(
        "lexical", [&] { return store::search_lexical(snapshot, terms, {}, kCandidates); });
    std::vector<float> vector(embedder.info().dimension);
    stages.time("embed", [&] { need(embedder.embed_query(query, vector)); });
    const auto dense = stages.time(
        "dense", [&] { return need(store::search_dense(snapshot, vector, {}, kCandidates)); });
    for (std::size_t i = 0; i < dense.size() && found.size() < kCandidates; ++i)
      found.push_back(dense[i]);
    load_texts(found, stages);
  }

  void load_texts(const std::vector<store::ScoredChunk>& found, Stages& stages) const {
    std::vector<store::ChunkPlace> places;
    for (const auto& hit : found) {
      const auto info = snapshot.parts[hit.part].segment->chunk(hit.chunk);
      places.push_back({info.content, info.ordinal});
    }
    auto loaded = stages.time("load texts", [&] { return database.chunk_texts(places); });
    for (auto& chunk : loaded) need(std::move(chunk));
  }
};

void query_stages(Workbench& bench, Run& run) {
  const engine::StatePaths paths{bench.index()};
  const auto queries = some_of_each(paths.database());
  Stages stages;
  const auto searcher = need(HybridSearcher::open(
      bench.index(), {bench.embedder(), std::make_shared<TimedReranker>(stages), {}, {}}));
  const auto snapshot = need(store::open_snapshot(paths.segments()));
  const auto database = need(store::Database::open_read_only(paths.database()));
  const QueryReplay replay{*snapshot, database, *bench.embedder()};
  for (const auto& query : queries) {
    const auto answer = stages.time("whole search", [&] { return searcher.search(query.text); });
    run.check(answer.has_value(), "every query is answered");
    replay.replay(query.text, stages);
  }
  run.check(!queries.empty(), "there are queries for the corpus");
  stages.record(run, "ms cpu a query", 1e3 / static_cast<double>(queries.size()));
}

}  // namespace

std::vector<Case> stage_cases() {
  return {
      {"index/stages", "CPU time of each stage of indexing, on one thread", index_stages},
      {"query/stages", "CPU time of each stage of a query, replayed", query_stages},
  };
}

}  // namespace codeweaver::bench
