// The default Embedder: a static model behind the public interface.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/detail/asked_kind.hpp"
#include "codeweaver/embedder.hpp"
#include "model/model2vec_embedder.hpp"
#include "model/pooler_pool.hpp"
#include "model/query_map.hpp"
#include "model/static_model.hpp"
#include "model/thesaurus.hpp"

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

  /// Adds the words of code for the words of people, and moves the result towards code.
  Result<void> embed_query(std::string_view query, std::span<float> out) const override {
    CODEWEAVER_TRY(check_output(info_, std::span(&query, 1), out));
    const model::PoolerPool::Lease pooler = poolers_.lease();
    pooler->add(query);
    pooler->finish_sum(out);
    std::vector<float> of_word(out.size());
    for (const auto word : model::Thesaurus::built_in().code_words(query)) {
      pooler->add(word);
      pooler->finish_sum(of_word);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += kCodeWordWeight * of_word[i];
    }
    if (const auto* const map = map_for(query)) map->apply(out);
    model::scale_to_unit(out);
    return {};
  }

 private:
  /// Null: the map was trained for another model, or does not help, because it was trained on
  /// questions for code, not for tests.
  const model::QueryMap* map_for(std::string_view query) const {
    const auto& map = model::QueryMap::built_in();
    const bool fits = map && map->model() == model_.name() && map->dimension() == info_.dimension;
    return fits && text::asked_kind(query) != text::AskedKind::kTests ? &*map : nullptr;
  }

  /// On 355 questions in plain words .2 to .4 gave the same.
  static constexpr float kCodeWordWeight = 0.3F;

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
