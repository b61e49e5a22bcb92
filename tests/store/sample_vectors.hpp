// Clustered vectors, segments of them, and brute force over them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_builder.hpp"
#include "store/segments/segment_input.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store::test {

/// Unit vectors in clusters within a few directions, around a large common part, as embeddings of
/// code are.
class SampleVectors {
 public:
  SampleVectors(std::size_t dimension, std::uint32_t seed) : dimension_(dimension), random_(seed) {
    for (std::size_t j = 0; j < dimension; ++j) common_.push_back(normal_(random_));
    for (int c = 0; c < 40; ++c) {
      auto& centre = centres_.emplace_back();
      for (std::size_t j = 0; j < dimension; ++j)
        centre.push_back(normal_(random_) / std::sqrt(1.0F + static_cast<float>(j) / 8.0F));
    }
  }
  std::vector<float> next() {
    const auto& centre = centres_[random_() % centres_.size()];
    std::vector<float> vector(dimension_);
    float square = 0;
    for (std::size_t j = 0; j < dimension_; ++j) {
      const float spread = 1.0F / std::sqrt(1.0F + static_cast<float>(j) / 8.0F);
      vector[j] = 2.0F * common_[j] + centre[j] + 0.6F * spread * normal_(random_);
      square += vector[j] * vector[j];
    }
    for (float& value : vector) value /= std::sqrt(square);
    return vector;
  }

 private:
  std::size_t dimension_;
  std::mt19937 random_;
  std::normal_distribution<float> normal_;
  std::vector<float> common_;
  std::vector<std::vector<float>> centres_;
};

/// One chunk a vector, four a file.
inline std::shared_ptr<const Segment> make_segment(
    const TempFolder& folder, const std::vector<std::vector<float>>& vectors, std::size_t dimension,
    VectorIndexKind kind = VectorIndexKind::kFaissHnsw) {
  SegmentBuilder builder(dimension, kind);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const std::string path = std::to_string(100'000 + i / 4);
    SegmentInput input;
    input.path = path;
    input.ordinal = static_cast<std::uint32_t>(i % 4);
    input.vector = vectors[i];
    builder.add(input);
  }
  auto segment = Segment::open(folder.path() / *std::move(builder).write(folder.path()));
  REQUIRE(segment);
  return *segment;
}

inline std::vector<std::vector<float>> sample(std::size_t count, std::size_t dimension,
                                              std::uint32_t seed = 3) {
  SampleVectors source(dimension, seed);
  std::vector<std::vector<float>> vectors;
  for (std::size_t i = 0; i < count; ++i) vectors.push_back(source.next());
  return vectors;
}

inline float dot(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return static_cast<float>(sum);
}

/// The rows of `allowed` nearest to the query, ties in row order.
inline std::vector<std::uint32_t> brute_force(const std::vector<std::vector<float>>& vectors,
                                              const std::vector<float>& query,
                                              const ChunkSet& allowed, std::size_t limit) {
  std::vector<std::pair<float, std::uint32_t>> scored;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    if (allowed.test(i))
      scored.emplace_back(-dot(vectors[i], query), static_cast<std::uint32_t>(i));
  std::sort(scored.begin(), scored.end());
  std::vector<std::uint32_t> best;
  for (std::size_t i = 0; i < std::min(limit, scored.size()); ++i) best.push_back(scored[i].second);
  return best;
}

/// How many hits are among `truth`.
inline std::size_t common(const std::vector<ScoredChunk>& hits,
                          const std::vector<std::uint32_t>& truth) {
  const std::set<std::uint32_t> wanted(truth.begin(), truth.end());
  return static_cast<std::size_t>(
      std::count_if(hits.begin(), hits.end(),
                    [&](const ScoredChunk& hit) { return wanted.contains(hit.chunk); }));
}

}  // namespace codeweaver::store::test
