// The default Reranker: trained trees over the learned features.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/reranker.hpp"
#include "model/learned_features.hpp"
#include "model/pooler_pool.hpp"
#include "model/static_model.hpp"
#include "model/tree_ensemble.hpp"

// Defined by the assembler source that cmake/Weights.cmake writes.
extern "C" {
extern const char codeweaver_reranker_begin[] __attribute__((visibility("hidden")));
extern const char codeweaver_reranker_end[] __attribute__((visibility("hidden")));
}

namespace codeweaver::inline v0_1 {
namespace {

class LearnedReranker final : public Reranker {
 public:
  /// `columns`: for each feature of the trees, its index among the learned features.
  LearnedReranker(model::StaticModel words, model::TreeEnsemble trees,
                  std::vector<std::size_t> columns)
      : words_(std::move(words)),
        trees_(std::move(trees)),
        columns_(std::move(columns)),
        poolers_(words_),
        rules_(make_rule_reranker()) {}

  std::string_view name() const noexcept override { return "codeweaver/trees-5"; }
  RerankerTraits traits() const noexcept override {
    return {.is_built_in = true, .has_calibrated_confidence = true};
  }

  std::span<const std::string_view> feature_names() const noexcept override {
    return model::learned_feature_names();
  }

  std::vector<float> features(std::string_view query,
                              std::span<const RerankCandidate> candidates) const override {
    if (!have_signals(candidates)) return {};
    const auto pooler = poolers_.lease();
    return model::learned_features(words_, *pooler, query, candidates);
  }

  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    if (!have_signals(candidates)) return rules_->rerank(query, candidates);
    return calibrated(trees_.scores(tree_rows(features(query, candidates))));
  }

  std::vector<float> effects(std::string_view query,
                             std::span<const RerankCandidate> candidates) const override {
    if (!have_signals(candidates)) return {};
    const std::vector<float> ours = trees_.effects(tree_rows(features(query, candidates)));
    const std::size_t width = feature_names().size();
    std::vector<float> out(candidates.size() * width);
    for (std::size_t i = 0; i < candidates.size(); ++i)
      for (std::size_t c = 0; c < columns_.size(); ++c)
        out[i * width + columns_[c]] = ours[i * columns_.size() + c];
    return out;
  }

 private:
  /// Selects the features that the trees use, in their order, from rows of all features.
  std::vector<float> tree_rows(const std::vector<float>& all) const {
    const std::size_t width = feature_names().size();
    std::vector<float> rows;
    rows.reserve(all.size() / width * columns_.size());
    for (std::size_t row = 0; row < all.size(); row += width)
      for (const std::size_t column : columns_) rows.push_back(all[row + column]);
    return rows;
  }

  std::vector<float> calibrated(std::vector<float> scores) const {
    for (float& score : scores) score = trees_.calibrated(score);
    return scores;
  }

  static bool have_signals(std::span<const RerankCandidate> candidates) noexcept {
    for (const RerankCandidate& candidate : candidates)
      if (candidate.signals == nullptr) return false;
    return true;
  }

  model::StaticModel words_;
  model::TreeEnsemble trees_;
  std::vector<std::size_t> columns_;
  model::PoolerPool poolers_;
  std::shared_ptr<const Reranker> rules_;
};

}  // namespace

Result<std::shared_ptr<const Reranker>> make_learned_reranker() {
  const auto& words = model::StaticModel::embedded();
  if (!words) return words.error();
  CODEWEAVER_ASSIGN(
      auto trees,
      model::TreeEnsemble::from_bytes(
          {codeweaver_reranker_begin,
           static_cast<std::size_t>(codeweaver_reranker_end - codeweaver_reranker_begin)}));
  const auto names = model::learned_feature_names();
  std::vector<std::size_t> columns;
  for (const std::string_view name : trees.features()) {
    const auto at = std::ranges::find(names, name);
    if (at == names.end())
      return Error{ErrorCategory::kCorruption, "MODEL_CORRUPT",
                   "The reranker uses the feature '" + std::string(name) +
                       "', which this build does not compute",
                   "loading the reranker", "Train it again: training/train_reranker.py."};
    columns.push_back(static_cast<std::size_t>(at - names.begin()));
  }
  return std::shared_ptr<const Reranker>(
      std::make_shared<LearnedReranker>(*words, std::move(trees), std::move(columns)));
}

}  // namespace codeweaver::inline v0_1
