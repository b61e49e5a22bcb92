// The default Embedder: a static model behind the public interface.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "model/model2vec_embedder.hpp"
#include "model/pooler_pool.hpp"
#include "model/static_model.hpp"

namespace codeweaver::inline v0_1 {
namespace {

class StaticEmbedder final : public Embedder {
 public:
  explicit StaticEmbedder(model::StaticModel model)
      : model_(std::move(model)),
        poolers_(model_),
        info_{.provider = "codeweaver",
              .model = model_.name(),
              .dimension = model_.dimension(),
              .is_built_in = true} {}

  const EmbedderInfo& info() const noexcept override { return info_; }

  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    const std::size_t dimension = model_.dimension();
    CODEWEAVER_TRY(check_output(info_, texts, out));
    const model::PoolerPool::Lease pooler = poolers_.lease();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      pooler->add(texts[i]);
      pooler->finish(out.subspan(i * dimension, dimension));
    }
    return {};
  }

 private:
  model::StaticModel model_;
  model::PoolerPool poolers_;
  EmbedderInfo info_;
};

}  // namespace

Result<std::shared_ptr<const Embedder>> make_static_embedder(
    const std::filesystem::path& model_file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(model_file, ignored))
    return model::make_model2vec_embedder(model_file);
  Result<model::StaticModel> model =
      model_file.empty() ? model::StaticModel::embedded() : model::StaticModel::open(model_file);
  if (!model) return std::move(model).error();
  return std::shared_ptr<const Embedder>(std::make_shared<StaticEmbedder>(*std::move(model)));
}

}  // namespace codeweaver::inline v0_1
