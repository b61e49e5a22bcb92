// Learned features: what the learned reranker sees of a query and its candidates.
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

/// Measures the candidates of one query, all of which have signals. Values that only compare within
/// a query are given as shares of the list's largest. Not thread-safe. All that it is made of must
/// outlive it.
class LearnedFeatures {
 public:
  /// `candidates`: the whole list, of which only the signals are looked at. `pooler` is of `model`.
  LearnedFeatures(const StaticModel& model, TextPooler& pooler, std::string_view query,
                  std::span<const RerankCandidate> candidates);
  LearnedFeatures(LearnedFeatures&&) noexcept;
  LearnedFeatures& operator=(LearnedFeatures&&) noexcept;
  ~LearnedFeatures();

  /// One row for each of some candidates of the list. Cost: about 10 microseconds a candidate.
  std::vector<float> rows(std::span<const RerankCandidate> candidates);
  /// Between what and what each value of rows() is, of candidates whose symbol, doc and content are
  /// not looked at and whose phrase_words and exact are the most that they can be.
  /// Cost: about 1 microsecond a candidate.
  struct Ranges {
    std::vector<float> lows, highs;
  };
  Ranges ranges(std::span<const RerankCandidate> candidates);

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace codeweaver::model
