// Single algorithms on fixed inputs: text, vectors and postings of 60,000 chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "cases.hpp"
#include "chunk/chunk.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/token_count.hpp"
#include "corpus/text_file.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/vector_index.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_input.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "syntax/language.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kTextBytes = 4U << 20, kPieceTokens = 256;
constexpr std::size_t kChunks = 60'000, kDimension = 256, kTop = 100;
constexpr std::size_t kDenseQueries = 50, kLexicalQueries = 200;
constexpr std::uint32_t kSeed = 20261121;

/// A sample of chunks from all parts of the corpus.
struct Texts {
  std::vector<std::string> chunks;
  std::vector<std::uint32_t> tokens;  ///< token counts of the chunker
  std::size_t bytes = 0;
};

const Texts& texts_of(Workbench& bench, Texts& texts) {
  const auto& files = bench.corpus().files;
  for (std::size_t i = 0; i < files.size() && texts.chunks.empty(); ++i) {
    for (std::size_t k = i; k < files.size() && texts.bytes < kTextBytes; k += 7) {
      const auto text = corpus::read_text(files[k].absolute_path);
      if (!text) continue;
      for (const auto& piece :
           chunk::chunk_text(*text, syntax::find_language(files[k].language)).pieces) {
        texts.chunks.push_back(text->substr(piece.range.begin, piece.range.size()));
        texts.tokens.push_back(piece.tokens);
        texts.bytes += piece.range.size();
      }
    }
  }
  return texts;
}

/// The same text split at line ends into pieces of just over `kPieceTokens` tokens.
const Texts& pieces_of(Workbench& bench, Texts& texts, Texts& pieces) {
  if (!pieces.chunks.empty()) return pieces;
  std::string piece;
  for (const auto& chunk : texts_of(bench, texts).chunks) {
    for (std::size_t begin = 0, end = 0; begin < chunk.size(); begin = end) {
      end = std::min(chunk.find('\n', begin), chunk.size() - 1) + 1;
      piece.append(chunk, begin, end - begin);
      const auto tokens = text::count_tokens(piece);
      if (tokens < kPieceTokens) continue;
      pieces.bytes += piece.size();
      pieces.tokens.push_back(static_cast<std::uint32_t>(tokens));
      pieces.chunks.push_back(std::exchange(piece, {}));
    }
  }
  return pieces;
}

double megabytes(const Texts& texts) {
  return static_cast<double>(texts.bytes) / 1e6;
}

void count_tokens(const Texts& texts, Run& run) {
  std::size_t total = 0;
  const Stopwatch watch;
  for (const auto& chunk : texts.chunks) total += text::count_tokens(chunk);
  run.record("speed", "MB/s cpu", megabytes(texts) / watch.cpu());
  run.record("tokens", "tokens", static_cast<double>(total));
  run.check(total == std::accumulate(texts.tokens.begin(), texts.tokens.end(), std::size_t{0}),
            "counts are those of the chunker");
}

void analyse(const Texts& texts, Run& run) {
  text::TermList terms;
  std::size_t total = 0;
  bool is_same = true;
  const Stopwatch watch;
  for (const auto& chunk : texts.chunks) {
    terms.clear();
    text::analyze_code(chunk, terms);
    total += terms.size();
  }
  run.record("speed", "MB/s cpu", megabytes(texts) / watch.cpu());
  run.record("terms", "terms", static_cast<double>(total));
  for (std::size_t i = 0; i < terms.size(); ++i) is_same = is_same && !terms[i].empty();
  run.check(total > texts.chunks.size() && is_same, "chunks have terms and none is empty");
}

void embed(Workbench& bench, const Texts& texts, Run& run) {
  const auto embedder = bench.embedder();
  const std::size_t dimension = embedder->info().dimension;
  const std::vector<std::string_view> views(texts.chunks.begin(), texts.chunks.end());
  std::vector<float> rows(views.size() * dimension), one(dimension);
  const Stopwatch watch;
  need(embedder->embed_documents(views, rows));
  const double cpu = watch.cpu();
  run.record("speed", "chunks/s cpu", static_cast<double>(views.size()) / cpu);
  run.record("throughput", "MB/s cpu", megabytes(texts) / cpu);
  run.record("tokens", "a chunk",
             std::accumulate(texts.tokens.begin(), texts.tokens.end(), 0.0) /
                 static_cast<double>(texts.tokens.size()));
  need(embedder->embed_documents(std::span(views).last(1), one));
  run.check(std::equal(one.begin(), one.end(), rows.end() - static_cast<std::ptrdiff_t>(dimension)),
            "a text has the same vector alone and among others");
}

/// A segment with 60,000 unit vectors in clusters around a large common part, as for code.
class DenseData {
 public:
  explicit DenseData(Workbench& bench) : random_(kSeed) {
    for (auto& row : centres_) row = normals();
    store::SegmentBuilder builder(kDimension);
    for (std::size_t i = 0; i < kChunks; ++i) {
      const auto vector = next();
      const auto path = std::to_string(1'000'000 + i);
      store::SegmentInput input;
      input.path = path;
      input.vector = vector;
      builder.add(input);
    }
    for (std::size_t i = 0; i < kDenseQueries; ++i) queries.push_back(next());
    const auto folder = bench.fresh_folder("vectors");
    segment = need(store::Segment::open(folder / need(std::move(builder).write(folder))));
    scan = need(store::make_vector_index(segment, store::VectorIndexKind::kScan));
    flat = need(store::make_vector_index(segment, store::VectorIndexKind::kFaissFlat));
  }

  std::shared_ptr<const store::Segment> segment;
  std::unique_ptr<const store::VectorIndex> scan, flat;
  std::vector<std::vector<float>> queries;

 private:
  std::vector<float> normals() {
    std::vector<float> out(kDimension);
    for (auto& value : out) value = normal_(random_);
    return out;
  }
  std::vector<float> next() {
    const auto& centre = centres_[1 + random_() % (centres_.size() - 1)];
    auto out = normals();
    float square = 0;
    for (std::size_t i = 0; i < kDimension; ++i) {
      out[i] = 1.5F * centres_[0][i] + centre[i] + 0.6F * out[i];
      square += out[i] * out[i];
    }
    for (auto& value : out) value /= std::sqrt(square);
    return out;
  }

  std::mt19937 random_;
  std::normal_distribution<float> normal_;
  std::array<std::vector<float>, 41> centres_;  // the first one is the common part
};

struct DenseTime {
  double milliseconds = 0;  ///< CPU time per query
  std::vector<std::vector<store::ScoredChunk>> hits;
};

DenseTime search_all(const store::VectorIndex& index, const DenseData& data) {
  const store::ChunkSet all(kChunks, true);
  DenseTime out;
  const Stopwatch watch;
  for (const auto& query : data.queries) out.hits.push_back(index.search(query, all, kTop));
  out.milliseconds = watch.cpu() * 1e3 / static_cast<double>(data.queries.size());
  return out;
}

void scan_vectors(const DenseData& data, Run& run) {
  const auto scan = search_all(*data.scan, data), flat = search_all(*data.flat, data);
  run.record("own scan", "ms cpu a query", scan.milliseconds);
  run.record("FAISS flat", "ms cpu a query", flat.milliseconds);
  run.record("FAISS flat / own scan", "ratio", flat.milliseconds / scan.milliseconds);
  std::size_t common = 0;
  for (std::size_t q = 0; q < scan.hits.size(); ++q)
    for (const auto& hit : scan.hits[q])
      common += std::any_of(flat.hits[q].begin(), flat.hits[q].end(),
                            [&](const auto& other) { return other.chunk == hit.chunk; })
                    ? 1
                    : 0;
  const double recall = static_cast<double>(common) / static_cast<double>(kTop * kDenseQueries);
  run.record("recall at 100", "share", recall);
  run.check(recall >= 0.99, "the scan finds what FAISS finds");
}

/// 60,000 chunks of 120 terms drawn by Zipf's law, and their rows to verify the answers.
class LexicalData {
 public:
  explicit LexicalData(Workbench& bench) : random_(kSeed) {
    store::SegmentBuilder builder(0);
    text::TermList terms;
    for (std::size_t i = 0; i < kChunks; ++i) {
      terms.clear();
      auto& row = rows.emplace_back();
      for (std::size_t k = 0; k < kTerms; ++k) {
        row.push_back(draw());
        terms.add(word(row.back()));
      }
      const auto path = std::to_string(1'000'000 + i);
      store::SegmentInput input;
      input.path = path;
      input.terms[static_cast<std::size_t>(rank::Field::kBody)] = &terms;
      builder.add(input);
    }
    const auto folder = bench.fresh_folder("postings");
    auto segment = need(store::Segment::open(folder / need(std::move(builder).write(folder))));
    snapshot = need(store::make_snapshot(1, {{std::move(segment), {kChunks, true}, nullptr}},
                                         store::VectorIndexKind::kScan));
    for (std::size_t i = 0; i < kLexicalQueries; ++i) {
      auto& query = queries.emplace_back();
      for (std::size_t k = 0; k < kQueryTerms; ++k) query.push_back(draw());
    }
  }
  static std::string word(std::uint32_t id) { return "w" + std::to_string(id); }

  static constexpr std::size_t kTerms = 120, kQueryTerms = 10, kVocabulary = 50'000;
  std::shared_ptr<const store::Snapshot> snapshot;
  std::vector<std::vector<std::uint32_t>> rows, queries;

 private:
  std::uint32_t draw() {
    const double share = static_cast<double>(random_()) / 4294967296.0;
    return static_cast<std::uint32_t>(std::pow(static_cast<double>(kVocabulary), share));
  }

  std::mt19937 random_;
};

/// The best score, by a scan of all rows.
float best_score(const LexicalData& data, const std::vector<std::uint32_t>& query) {
  const rank::Bm25fOptions options;
  const rank::Bm25fCollection all{kChunks, data.snapshot->field_lengths};
  constexpr auto kBody = static_cast<std::size_t>(rank::Field::kBody);
  std::vector<float> scores(data.rows.size());
  for (const auto term : query) {
    std::vector<float> counts;
    std::uint64_t matching = 0;
    for (const auto& row : data.rows) {
      counts.push_back(static_cast<float>(std::count(row.begin(), row.end(), term)));
      matching += counts.back() > 0 ? 1 : 0;
    }
    const float idf = rank::inverse_document_frequency(kChunks, matching);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      std::array<float, rank::kFieldCount> count{}, length{};
      count[kBody] = counts[i];
      length[kBody] = static_cast<float>(LexicalData::kTerms);
      scores[i] += rank::term_score(options, all, count, length, idf);
    }
  }
  return *std::max_element(scores.begin(), scores.end());
}

void search_postings(const LexicalData& data, Run& run) {
  std::vector<std::vector<store::ScoredChunk>> hits;
  std::vector<double> times;
  const Stopwatch watch;
  for (const auto& query : data.queries) {
    std::vector<rank::QueryTerm> terms;
    for (const auto id : query) terms.push_back({LexicalData::word(id), 1, false});
    const Stopwatch one;
    hits.push_back(store::search_lexical(*data.snapshot, terms, {}, kTop));
    times.push_back(one.wall() * 1e3);
  }
  run.record("mean", "ms cpu a query",
             watch.cpu() * 1e3 / static_cast<double>(data.queries.size()));
  run.record("p50", "ms", percentile(times, 0.50));
  run.record("p95", "ms", percentile(times, 0.95));
  constexpr std::size_t kJudged = 2;
  for (std::size_t q = 0; q < kJudged; ++q) {
    const float expected = best_score(data, data.queries[q]);
    run.check(!hits[q].empty() && std::abs(hits[q][0].score - expected) < 1e-3F * expected,
              "the best score is that of going through all chunks");
  }
}

/// Data that a case creates in its first run and keeps until its last run.
template <class Data>
auto with(void (*body)(const Data&, Run&)) {
  return [body, data = std::shared_ptr<Data>()](Workbench& bench, Run& run) mutable {
    if (!data) data = std::make_shared<Data>(bench);
    body(*data, run);
  };
}

}  // namespace

std::vector<Case> micro_cases() {
  const auto texts = std::make_shared<Texts>();
  return {
      {"micro/token_count", "counting tokens of chunks",
       [texts](Workbench& bench, Run& run) { count_tokens(texts_of(bench, *texts), run); }},
      {"micro/analysis", "splitting chunks into terms",
       [texts](Workbench& bench, Run& run) { analyse(texts_of(bench, *texts), run); }},
      {"micro/embedding", "vectors of chunks by the built-in model",
       [texts](Workbench& bench, Run& run) { embed(bench, texts_of(bench, *texts), run); }},
      {"micro/embedding_256", "vectors of pieces of 256 tokens by the built-in model",
       [texts, pieces = std::make_shared<Texts>()](Workbench& bench, Run& run) {
         embed(bench, pieces_of(bench, *texts, *pieces), run);
       }},
      {"micro/dense", "our scan and FAISS, best 100 of 60,000 vectors of 256 dimensions",
       with<DenseData>(scan_vectors)},
      {"micro/lexical", "10 terms, best 100 of 60,000 chunks", with<LexicalData>(search_postings)},
  };
}

}  // namespace codeweaver::bench
