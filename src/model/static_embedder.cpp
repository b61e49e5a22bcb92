// The default Embedder: a static model behind the public interface.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/embedder.hpp"
#include "model/static_model.hpp"

namespace codeweaver {
namespace {

class StaticEmbedder final : public Embedder {
 public:
  explicit StaticEmbedder(model::StaticModel model)
      : model_(std::move(model)),
        info_{.provider = "codeweaver", .model = model_.name(), .dimension = model_.dimension()} {}

  const EmbedderInfo& info() const noexcept override { return info_; }

  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    const std::size_t dimension = model_.dimension();
    if (out.size() != texts.size() * dimension)
      return Error{ErrorCategory::kInvalidArgument, "EMBED_OUTPUT_SIZE",
                   "out has " + std::to_string(out.size()) + " elements for " +
                       std::to_string(texts.size()) + " texts of dimension " +
                       std::to_string(dimension),
                   "embedding", "pass texts.size() * info().dimension elements"};
    std::unique_ptr<model::TextPooler> pooler = take();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      pooler->add(texts[i]);
      pooler->finish(out.subspan(i * dimension, dimension));
    }
    give_back(std::move(pooler));
    return {};
  }

 private:
  /// One that no other call uses, if possible with what it remembers of earlier texts.
  std::unique_ptr<model::TextPooler> take() const {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto pooler = std::move(idle_.back());
        idle_.pop_back();
        return pooler;
      }
    }
    return std::make_unique<model::TextPooler>(model_);
  }
  void give_back(std::unique_ptr<model::TextPooler> pooler) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(pooler));
  }

  model::StaticModel model_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<model::TextPooler>> idle_;  // one a concurrent call at most
  EmbedderInfo info_;
};

}  // namespace

Result<std::shared_ptr<const Embedder>> make_static_embedder(
    const std::filesystem::path& model_file) {
  Result<model::StaticModel> model =
      model_file.empty() ? model::StaticModel::embedded() : model::StaticModel::open(model_file);
  if (!model) return std::move(model).error();
  return std::shared_ptr<const Embedder>(std::make_shared<StaticEmbedder>(*std::move(model)));
}

}  // namespace codeweaver
