// Model2vec: the mean of the token vectors of a text, normalised.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/model2vec_embedder.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/try.hpp"
#include "model/tensor_file.hpp"
#include "tokens/tokenizer.hpp"

namespace codeweaver::model {
namespace {

constexpr std::size_t kMostTokens = 512;  // tokens read of a text, as in model2vec
constexpr std::size_t kMostDimension = 4096;
constexpr std::uint64_t kMostTokenizerBytes = 256U << 20;

Error wrong(const std::filesystem::path& folder, const std::string& what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT", "model '" + folder.string() + "' " + what,
          "loading a model2vec folder", "Restore the folder, or use another one"};
}

/// The first `most` characters.
std::string_view first_characters(std::string_view text, std::size_t most) {
  std::size_t at = 0, count = 0;
  for (; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U && ++count > most) break;
  return text.substr(0, at);
}

/// The tensors of a folder.
struct Rows {
  std::size_t dimension = 0;
  std::vector<float> vectors, weights;  // weights: one per token; empty: all 1
  std::vector<std::uint32_t> mapping;   // rows of tokens; empty: token n has row n
};

class Model2vecEmbedder final : public Embedder {
 public:
  Model2vecEmbedder(std::string name, tokens::Tokenizer tokenizer, Rows rows)
      : tokenizer_(std::move(tokenizer)),
        median_length_(tokenizer_.median_length()),
        rows_(std::move(rows)),
        info_{.provider = "model2vec", .model = std::move(name), .dimension = rows_.dimension} {}

  const EmbedderInfo& info() const noexcept override { return info_; }

  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    CODEWEAVER_TRY(check_output(info_, texts, out));
    for (std::size_t i = 0; i < texts.size(); ++i)
      embed(texts[i], out.subspan(i * rows_.dimension, rows_.dimension));
    return {};
  }

 private:
  void embed(std::string_view text, std::span<float> out) const {
    std::vector<double> sum(rows_.dimension);
    text = first_characters(text, kMostTokens * median_length_);
    for (const auto token : tokenizer_.known_tokens(text, kMostTokens)) {
      const std::size_t row = rows_.mapping.empty() ? token : rows_.mapping[token];
      const double weight = rows_.weights.empty() ? 1 : static_cast<double>(rows_.weights[token]);
      for (std::size_t d = 0; d < sum.size(); ++d)
        sum[d] += weight * static_cast<double>(rows_.vectors[row * rows_.dimension + d]);
    }
    double square = 0;
    for (const double value : sum) square += value * value;
    const double length = std::sqrt(square);
    for (std::size_t d = 0; d < sum.size(); ++d)
      out[d] = length > 0 ? static_cast<float>(sum[d] / length) : 0;
  }

  tokens::Tokenizer tokenizer_;
  std::size_t median_length_;
  Rows rows_;
  EmbedderInfo info_;
};

Result<Rows> read_rows(const std::filesystem::path& folder, const TensorFile& file,
                       std::size_t tokens) {
  const auto* table = file.find("embeddings");
  if (table == nullptr) table = file.find("embedding.weight");  // sentence-transformers
  if (table == nullptr || table->shape.size() != 2 || table->shape[1] == 0 ||
      table->shape[1] > kMostDimension)
    return wrong(folder, "has no embedding table");
  Rows out;
  out.dimension = table->shape[1];
  CODEWEAVER_ASSIGN(out.vectors, file.floats(*table));
  if (!std::ranges::all_of(out.vectors, [](float value) { return std::isfinite(value); }))
    return wrong(folder, "has embeddings that are not finite numbers");
  std::size_t mapped = table->shape[0];
  if (const auto* mapping = file.find("mapping")) {
    CODEWEAVER_ASSIGN(const auto rows, file.floats(*mapping));
    for (const float row : rows) {
      if (!(row >= 0) || row >= static_cast<float>(table->shape[0]))
        return wrong(folder, "maps a token to a missing embedding");
      out.mapping.push_back(static_cast<std::uint32_t>(row));
    }
    mapped = rows.size();
  }
  if (const auto* weights = file.find("weights")) {
    CODEWEAVER_ASSIGN(out.weights, file.floats(*weights));
    mapped = std::min(mapped, out.weights.size());
  }
  if (mapped < tokens)
    return wrong(folder, "has " + std::to_string(mapped) + " embeddings for " +
                             std::to_string(tokens) + " tokens");
  return out;
}

/// The folder that contains the tensors.
std::filesystem::path tensors_of(const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto nested = folder / "0_StaticEmbedding";
  return std::filesystem::exists(folder / "model.safetensors", ignored) ||
                 !std::filesystem::exists(nested / "model.safetensors", ignored)
             ? folder
             : nested;
}

}  // namespace

Result<std::shared_ptr<const Embedder>> make_model2vec_embedder(
    const std::filesystem::path& folder) {
  const auto inner = tensors_of(folder);
  CODEWEAVER_ASSIGN(const auto json,
                    base::read_file(inner / "tokenizer.json", kMostTokenizerBytes));
  CODEWEAVER_ASSIGN(auto tokenizer, tokens::Tokenizer::parse(json, folder.string()));
  CODEWEAVER_ASSIGN(const auto file, TensorFile::open(inner / "model.safetensors"));
  CODEWEAVER_ASSIGN(auto rows, read_rows(folder, file, tokenizer.size()));
  base::Hasher128 hash;
  hash.add(json);
  hash.add(file.bytes());
  const auto absolute = std::filesystem::absolute(folder).lexically_normal();
  const auto name =
      absolute.has_filename() ? absolute.filename() : absolute.parent_path().filename();
  return std::shared_ptr<const Embedder>(
      std::make_shared<Model2vecEmbedder>(name.string() + '-' + hash.value().hex().substr(0, 12),
                                          std::move(tokenizer), std::move(rows)));
}

}  // namespace codeweaver::model
