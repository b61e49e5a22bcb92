// Embeds pieces of the corpus, writes the segment and computes the exact results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "vector_data.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string_view>

#include "chunk/chunk.hpp"
#include "corpus/text_file.hpp"
#include "harness.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_input.hpp"
#include "syntax/language.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::uint32_t kVectorSeed = 20261121;
constexpr std::size_t kBatch = 512, kShortestQuery = 24, kLongestQuery = 160;

/// Texts of about `rows` pieces, from files spread over the whole corpus, and lines from them.
class Texts {
 public:
  Texts(const Corpus& corpus, std::size_t rows, VectorSource source) : random_(kVectorSeed) {
    const std::size_t piece_bytes = corpus.bytes / (rows + rows / 4);
    std::vector<std::size_t> order(corpus.files.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    for (const std::size_t i : order) {
      if (pieces.size() >= rows && lines.size() >= 2 * VectorData::kQueries) break;
      const auto text = corpus::read_text(corpus.files[i].absolute_path);
      if (!text) continue;
      add_line(*text);
      if (source == VectorSource::kChunks)
        add_chunks(*text, corpus.files[i].language);
      else
        add_pieces(*text, piece_bytes);
    }
    pieces.resize(std::min(pieces.size(), rows));
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    std::shuffle(lines.begin(), lines.end(), random_);
  }

  std::vector<std::string> pieces, lines;

 private:
  void add_chunks(const std::string& text, const std::string& language) {
    for (const auto& piece : chunk::chunk_text(text, syntax::find_language(language)).pieces)
      pieces.push_back(text.substr(piece.range.begin, piece.range.size()));
  }
  void add_pieces(const std::string& text, std::size_t piece_bytes) {
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
      end = std::min(text.find('\n', std::min(begin + piece_bytes, text.size() - 1)),
                     text.size() - 1) +
            1;
      pieces.push_back(text.substr(begin, end - begin));
    }
  }
  /// A random line of the text, if it is as long as a query.
  void add_line(std::string_view text) {
    if (text.empty()) return;
    const auto end = text.find('\n', random_() % text.size());
    const auto rest = text.substr(end == std::string_view::npos ? 0 : end + 1);
    const auto line = rest.substr(0, rest.find('\n'));
    if (line.size() >= kShortestQuery && line.size() <= kLongestQuery) lines.emplace_back(line);
  }

  std::mt19937 random_;
};

std::vector<float> embed(const Embedder& embedder, const std::vector<std::string>& texts) {
  const std::size_t dimension = embedder.info().dimension;
  std::vector<float> rows(texts.size() * dimension);
  for (std::size_t begin = 0; begin < texts.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, texts.size() - begin);
    const auto first = texts.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::vector<std::string_view> views(first, first + static_cast<std::ptrdiff_t>(count));
    need(embedder.embed_documents(views,
                                  std::span(rows).subspan(begin * dimension, count * dimension)));
  }
  return rows;
}

std::vector<float> generate(std::size_t count, std::size_t dimension) {
  std::mt19937 random(kVectorSeed);
  std::normal_distribution<float> normal;
  const std::size_t centre_count = 1 + count / 50;
  std::vector<float> centres(centre_count * dimension), rows(count * dimension);
  for (auto& value : centres) value = normal(random);
  for (std::size_t i = 0; i < count; ++i) {
    const float* centre = centres.data() + (random() % centre_count) * dimension;
    float* row = rows.data() + i * dimension;
    float square = 0;
    for (std::size_t j = 0; j < dimension; ++j) {
      const float spread = 1 / std::sqrt(1 + static_cast<float>(j) / 16);
      row[j] = centres[j] + spread * (centre[j] + normal(random));
      square += row[j] * row[j];
    }
    for (std::size_t j = 0; j < dimension; ++j) row[j] /= std::sqrt(square);
  }
  return rows;
}

std::shared_ptr<const store::Segment> write_segment(Workbench& bench, std::span<const float> rows,
                                                    std::size_t dimension,
                                                    store::VectorIndexKind kind, double& cpu) {
  store::SegmentBuilder builder(dimension, kind);
  store::SegmentInput input;
  input.path = "file";
  for (std::size_t i = 0; i < rows.size() / dimension; ++i) {
    input.ordinal = static_cast<std::uint32_t>(i);
    input.vector = rows.subspan(i * dimension, dimension);
    builder.add(input);
  }
  const auto folder = bench.fresh_folder("vectors");
  const Stopwatch watch;
  const auto name = need(std::move(builder).write(folder));
  cpu = watch.cpu();
  return need(store::Segment::open(folder / name));
}

float inner_product(const float* a, const float* b, std::size_t size) {
  constexpr std::size_t kLanes = 16;  // independent sums, which the compiler vectorizes
  float sums[kLanes] = {};
  for (std::size_t i = 0; i < size; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) sums[k] += a[i + k] * b[i + k];
  float sum = 0;
  for (const float value : sums) sum += value;
  return sum;
}

std::vector<float> best_products(std::span<const float> rows, const std::vector<float>& query) {
  std::vector<float> products(rows.size() / query.size());
  for (std::size_t i = 0; i < products.size(); ++i)
    products[i] = inner_product(rows.data() + i * query.size(), query.data(), query.size());
  const auto end = products.begin() + static_cast<std::ptrdiff_t>(VectorData::kDepth);
  std::partial_sort(products.begin(), end, products.end(), std::greater<>());
  return {products.begin(), end};
}

}  // namespace

VectorData::VectorData(Workbench& bench, std::size_t rows, VectorSource wanted,
                       store::VectorIndexKind kind)
    : source(wanted) {
  const std::size_t dimension = bench.embedder()->info().dimension;
  std::vector<float> vectors, query_rows;
  {
    const Texts texts(bench.corpus(), rows, wanted);
    if (texts.pieces.size() == rows) {
      vectors = embed(*bench.embedder(), texts.pieces);
      query_rows = embed(*bench.embedder(), texts.lines);
    } else {
      source = VectorSource::kGenerated;
      vectors = generate(rows + kQueries, dimension);
      query_rows.assign(vectors.end() - static_cast<std::ptrdiff_t>(kQueries * dimension),
                        vectors.end());
      vectors.resize(rows * dimension);
    }
  }
  for (auto first = query_rows.begin(); first != query_rows.end() && queries.size() < kQueries;
       first += static_cast<std::ptrdiff_t>(dimension)) {
    std::vector<float> query(first, first + static_cast<std::ptrdiff_t>(dimension));
    // A line without known words has no nearest rows.
    if (inner_product(query.data(), query.data(), dimension) == 0) continue;
    exact.push_back(best_products(vectors, query));
    queries.push_back(std::move(query));
  }
  segment = write_segment(bench, vectors, dimension, store::VectorIndexKind::kScan, write_cpu);
  if (kind == store::VectorIndexKind::kScan) return;
  double with_graph = 0;
  segment = write_segment(bench, vectors, dimension, kind, with_graph);
  graph_cpu = with_graph - write_cpu;
}

}  // namespace codeweaver::bench
