// Sentence embedders: run tokens through a transformer, pool their vectors, and normalise the
// result.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/onnx_models.hpp"
#include "onnx/model_folder.hpp"
#include "onnx/session.hpp"

namespace codeweaver::onnx {
namespace {

constexpr char kPooledOutput[] = "sentence_embedding";
constexpr std::int64_t kMostDimension = 65'536;

/// One vector from the token vectors (row-major), not yet normalised.
std::vector<double> pooled(const Tensor& tokens, Pooling pooling) {
  const auto rows = static_cast<std::size_t>(tokens.shape[1]);
  const auto size = static_cast<std::size_t>(tokens.shape[2]);
  const auto at = [&](std::size_t row, std::size_t d) {
    return static_cast<double>(tokens.values[row * size + d]);
  };
  std::vector<double> out(size);
  const std::size_t first = pooling == Pooling::kLast ? rows - 1 : 0;
  for (std::size_t d = 0; d < size; ++d) out[d] = at(first, d);
  if (pooling == Pooling::kCls || pooling == Pooling::kLast) return out;
  for (std::size_t row = 1; row < rows; ++row)
    for (std::size_t d = 0; d < size; ++d)
      out[d] = pooling == Pooling::kMax ? std::max(out[d], at(row, d)) : out[d] + at(row, d);
  return out;  // the sum has the direction of the mean
}

class OnnxEmbedder final : public Embedder {
 public:
  static Result<std::shared_ptr<const Embedder>> create(const OnnxModel& model);

  const EmbedderInfo& info() const noexcept override { return info_; }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    return embed_documents(texts, out, {});
  }
  Result<void> embed_query(std::string_view text, std::span<float> out) const override {
    return embed_query(text, out, {});
  }
  Result<void> embed_documents(std::span<const std::string_view> texts, std::span<float> out,
                               const CallContext& context) const override {
    return embed(texts, folder_.document_prompt, out, context.stop);
  }
  Result<void> embed_query(std::string_view text, std::span<float> out,
                           const CallContext& context) const override {
    return embed(std::span(&text, 1), folder_.query_prompt, out, context.stop);
  }

 private:
  OnnxEmbedder(ModelFolder folder, Session session, std::string output, Pooling pooling)
      : folder_(std::move(folder)),
        session_(std::move(session)),
        output_(std::move(output)),
        pooling_(pooling) {}

  Result<void> embed(std::span<const std::string_view> texts, const std::string& prompt,
                     std::span<float> out, const std::stop_token& stop) const;
  Result<std::vector<double>> vector_of(std::string_view text) const;

  ModelFolder folder_;
  Session session_;
  std::string output_;
  Pooling pooling_;
  EmbedderInfo info_;
};

Result<std::shared_ptr<const Embedder>> OnnxEmbedder::create(const OnnxModel& model) {
  CODEWEAVER_ASSIGN(auto folder, ModelFolder::read(model.path));
  CODEWEAVER_ASSIGN(auto runtime, Runtime::load(model.library));
  CODEWEAVER_ASSIGN(auto session, Session::open(std::move(runtime), folder.file));
  CODEWEAVER_ASSIGN(auto output,
                    session.output_of({kPooledOutput, "last_hidden_state", "token_embeddings"}));
  if (folder.has_more_layers && output != kPooledOutput)
    return session.unsupported(
        "has layers after its pooling (modules.json), but no output sentence_embedding with their "
        "result");
  const bool is_chosen = model.pooling != Pooling::kAuto;
  const auto pooling = is_chosen ? model.pooling : folder.pooling.value_or(Pooling::kMean);
  std::shared_ptr<OnnxEmbedder> out(
      new OnnxEmbedder(std::move(folder), std::move(session), std::move(output), pooling));
  CODEWEAVER_ASSIGN(const auto vector, out->vector_of("text"));
  auto name = out->folder_.name;
  if (is_chosen) name.append("-").append(to_string(model.pooling));
  out->info_ = {
      .provider = "onnx", .model = std::move(name), .dimension = vector.size(), .is_costly = true};
  return std::shared_ptr<const Embedder>(std::move(out));
}

Result<std::vector<double>> OnnxEmbedder::vector_of(std::string_view text) const {
  CODEWEAVER_ASSIGN(const auto made,
                    session_.run(folder_.tokenizer.encode(text, folder_.most_tokens), output_));
  const bool is_one = made.shape.size() == 2, is_of_tokens = made.shape.size() == 3;
  if ((!is_one && !is_of_tokens) || made.shape[0] != 1 || made.shape[1] < 1 ||
      made.shape.back() < 1 || made.shape.back() > kMostDimension)
    return session_.unsupported("returns '" + output_ +
                                "' in an unexpected shape; expected one vector " +
                                "for a text or one for each token");
  if (is_of_tokens) return pooled(made, pooling_);
  return std::vector<double>(made.values.begin(), made.values.end());
}

Result<void> OnnxEmbedder::embed(std::span<const std::string_view> texts, const std::string& prompt,
                                 std::span<float> out, const std::stop_token& stop) const {
  const auto dimension = info_.dimension;
  CODEWEAVER_TRY(check_output(info_, texts, out));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (stop.stop_requested())
      return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Embedding was stopped",
                   "embedding", "Run it again."};
    CODEWEAVER_ASSIGN(const auto vector, vector_of(std::string(prompt).append(texts[i])));
    if (vector.size() != dimension)
      return session_.failed("it returned " + std::to_string(vector.size()) +
                             " numbers for a text, " + std::to_string(dimension) + " before");
    double square = 0;
    for (const double value : vector) square += value * value;
    const double length = std::sqrt(square);
    for (std::size_t d = 0; d < dimension; ++d)
      out[i * dimension + d] = length > 0 ? static_cast<float>(vector[d] / length) : 0;
  }
  return {};
}

}  // namespace
}  // namespace codeweaver::onnx

namespace codeweaver::inline v0_1 {

Result<std::shared_ptr<const Embedder>> make_onnx_embedder(const OnnxModel& model) {
  return onnx::OnnxEmbedder::create(model);
}

}  // namespace codeweaver::inline v0_1
