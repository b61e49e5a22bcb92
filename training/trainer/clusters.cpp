// Clusters: finds the nearest centre by inner product, for blocks of queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "clusters.hpp"

#include <cblas.h>

#include <algorithm>
#include <random>
#include <span>
#include <stdexcept>
#include <string_view>

#include "model/static_model.hpp"

namespace codeweaver::training {
namespace {

constexpr std::size_t kClusters = 2048;
constexpr std::size_t kBlock = 1024;

std::string_view query_of(const TextPair& pair) {
  return pair.has_doc() ? pair.sentence : pair.symbol;
}

}  // namespace

std::vector<std::uint32_t> cluster_pairs(const std::vector<TextPair>& pairs,
                                         const std::filesystem::path& model) {
  const auto table = model::StaticModel::open(model);
  if (!table) throw std::runtime_error(table.error().message());
  model::TextPooler pooler(*table);
  const std::size_t dimension = table->dimension();
  const auto embed = [&](const TextPair& pair, float* out) {
    pooler.add(query_of(pair));
    pooler.finish(std::span(out, dimension));
  };
  std::mt19937_64 engine(1);
  std::vector<float> centres(kClusters * dimension);
  for (std::size_t c = 0; c < kClusters; ++c)
    embed(pairs[engine() % pairs.size()], &centres[c * dimension]);

  std::vector<std::uint32_t> result(pairs.size());
  std::vector<float> queries(kBlock * dimension), similarity(kBlock * kClusters);
  for (std::size_t begin = 0; begin < pairs.size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, pairs.size() - begin);
    for (std::size_t i = 0; i < count; ++i) embed(pairs[begin + i], &queries[i * dimension]);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(count),
                static_cast<int>(kClusters), static_cast<int>(dimension), 1, queries.data(),
                static_cast<int>(dimension), centres.data(), static_cast<int>(dimension), 0,
                similarity.data(), static_cast<int>(kClusters));
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = std::span(similarity).subspan(i * kClusters, kClusters);
      result[begin + i] = static_cast<std::uint32_t>(std::ranges::max_element(row) - row.begin());
    }
  }
  return result;
}

}  // namespace codeweaver::training
