// The default Reranker: trained trees over the learned features.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <memory>
#include <utility>

#include "codeweaver/reranker.hpp"
#include "model/learned_features.hpp"
#include "model/static_model.hpp"
#include "model/tree_ensemble.hpp"

// Defined by the assembler source that cmake/Weights.cmake writes.
extern "C" {
extern const char codeweaver_reranker_begin[] __attribute__((visibility("hidden")));
extern const char codeweaver_reranker_end[] __attribute__((visibility("hidden")));
}

namespace codeweaver {
namespace {

class LearnedReranker final : public Reranker {
 public:
  LearnedReranker(model::StaticModel words, model::TreeEnsemble trees)
      : words_(std::move(words)), trees_(trees), rules_(make_rule_reranker()) {}

  std::string_view name() const noexcept override { return "codeweaver/trees-1"; }

  std::span<const std::string_view> feature_names() const noexcept override {
    return model::learned_feature_names();
  }

  std::vector<float> features(std::string_view query,
                              std::span<const RerankCandidate> candidates) const override {
    if (!have_signals(candidates)) return {};
    return model::learned_features(words_, query, candidates);
  }

  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    if (!have_signals(candidates)) return rules_->rerank(query, candidates);
    const std::vector<float> rows = model::learned_features(words_, query, candidates);
    std::vector<float> scores;
    scores.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
      scores.push_back(trees_.calibrated(trees_.score(
          std::span(rows).subspan(i * trees_.feature_count(), trees_.feature_count()))));
    return scores;
  }

 private:
  static bool have_signals(std::span<const RerankCandidate> candidates) noexcept {
    for (const RerankCandidate& candidate : candidates)
      if (candidate.signals == nullptr) return false;
    return true;
  }

  model::StaticModel words_;
  model::TreeEnsemble trees_;
  std::shared_ptr<const Reranker> rules_;
};

}  // namespace

Result<std::shared_ptr<const Reranker>> make_learned_reranker() {
  auto words = model::StaticModel::embedded();
  if (!words) return words.error();
  auto trees = model::TreeEnsemble::from_bytes(
      {codeweaver_reranker_begin,
       static_cast<std::size_t>(codeweaver_reranker_end - codeweaver_reranker_begin)});
  if (!trees) return trees.error();
  if (trees->feature_count() != model::learned_feature_names().size())
    return Error{ErrorCategory::kCorruption, "MODEL_CORRUPT",
                 "The reranker was trained on " + std::to_string(trees->feature_count()) +
                     " features, this build measures " +
                     std::to_string(model::learned_feature_names().size()),
                 "loading the reranker", "Train it again: training/train_reranker.py."};
  return std::shared_ptr<const Reranker>(
      std::make_shared<LearnedReranker>(*std::move(words), *trees));
}

}  // namespace codeweaver
