// Learned features: the inputs of the learned reranker for a query and its candidates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/reranker.hpp"
#include "model/static_model.hpp"

namespace codeweaver::model {

/// Names of the features, in the order of a row.
std::span<const std::string_view> learned_feature_names() noexcept;

/// Computes the features of the candidates of one query; all candidates must have signals. Values
/// that are comparable only within a query are given as shares of the list's maximum. All
/// constructor arguments must outlive it. Not thread-safe.
class LearnedFeatures {
 public:
  /// `candidates`: the whole list; only the signals are read. `pooler` must belong to `model`.
  LearnedFeatures(const StaticModel& model, TextPooler& pooler, std::string_view query,
                  std::span<const RerankCandidate> candidates);
  LearnedFeatures(LearnedFeatures&&) noexcept;
  LearnedFeatures& operator=(LearnedFeatures&&) noexcept;
  ~LearnedFeatures();

  /// One row for each of the given candidates of the list. Cost: about 10 microseconds per
  /// candidate.
  std::vector<float> rows(std::span<const RerankCandidate> candidates);
  /// Bounds of each value of rows(), without reading symbol, doc and content of the candidates;
  /// phrase_words and exact are assumed to be maximal. Cost: about 1 microsecond per candidate.
  struct Ranges {
    std::vector<float> lows, highs;
  };
  Ranges ranges(std::span<const RerankCandidate> candidates);

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace codeweaver::model
