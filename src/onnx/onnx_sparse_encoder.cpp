// SPLADE: the words that a masked language model expects in a text, with weights.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/onnx_models.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "onnx/model_folder.hpp"
#include "onnx/session.hpp"

namespace codeweaver::onnx {
namespace {

/// The word of a token. Empty: a piece inside a word, a mark, or a special token.
std::string word_of(const tokens::Tokenizer& tokenizer, std::uint32_t id) {
  auto text = tokenizer.text(id);
  if (const auto inner = tokenizer.inner_prefix()) {
    if (!inner->empty() && text.starts_with(*inner)) return {};
  } else if (const auto blank = tokenizer.word_prefix(); text.starts_with(blank)) {
    text.remove_prefix(blank.size());
  } else {
    return {};
  }
  const auto is_of_word = [](char c) {
    return (static_cast<unsigned char>(c) & 0x80U) != 0 || (c >= '0' && c <= '9') ||
           (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return std::ranges::all_of(text, is_of_word) ? std::string(text) : std::string();
}

class OnnxSparseEncoder final : public SparseEncoder {
 public:
  static Result<std::shared_ptr<const SparseEncoder>> create(const OnnxModel& model);

  const SparseEncoderInfo& info() const noexcept override { return info_; }
  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out) const override {
    return encode_documents(texts, out, {});
  }
  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out,
                                const CallContext& context) const override;
  Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const override;

 private:
  OnnxSparseEncoder(ModelFolder folder, Session session, std::string output)
      : folder_(std::move(folder)),
        session_(std::move(session)),
        output_(std::move(output)),
        info_{.provider = "splade", .model = folder_.name} {
    for (std::uint32_t id = 0; id < folder_.tokenizer.size(); ++id)
      words_.push_back(word_of(folder_.tokenizer, id));
  }

  ModelFolder folder_;
  Session session_;
  std::string output_;
  SparseEncoderInfo info_;
  std::vector<std::string> words_;  // by token
};

Result<std::shared_ptr<const SparseEncoder>> OnnxSparseEncoder::create(const OnnxModel& model) {
  CODEWEAVER_ASSIGN(auto folder, ModelFolder::read(model.path));
  CODEWEAVER_ASSIGN(auto runtime, Runtime::load(model.library));
  CODEWEAVER_ASSIGN(auto session, Session::open(std::move(runtime), folder.file));
  CODEWEAVER_ASSIGN(auto output, session.output_of({"logits", "prediction_logits"}));
  std::shared_ptr<OnnxSparseEncoder> out(
      new OnnxSparseEncoder(std::move(folder), std::move(session), std::move(output)));
  CODEWEAVER_TRY(out->encode_query("text"));
  return std::shared_ptr<const SparseEncoder>(std::move(out));
}

Result<std::vector<WeightedTerm>> OnnxSparseEncoder::encode_query(std::string_view text) const {
  CODEWEAVER_ASSIGN(const auto made,
                    session_.run(folder_.tokenizer.encode(text, folder_.most_tokens), output_));
  const auto width = words_.size();
  // Some models return slightly more numbers than tokens, for alignment on their hardware.
  if (made.shape.size() != 3 || made.shape[1] < 1 ||
      made.shape[2] < static_cast<std::int64_t>(width))
    return session_.unsupported("returns '" + output_ +
                                "' in an unexpected shape; expected one number for each of its " +
                                std::to_string(width) + " tokens at each position");
  const auto row = static_cast<std::size_t>(made.shape[2]);
  std::vector<float> most(width, 0.0F);  // relu
  for (std::size_t at = 0; at < made.values.size(); at += row)
    for (std::size_t id = 0; id < width; ++id) most[id] = std::max(most[id], made.values[at + id]);
  std::vector<WeightedTerm> out;
  for (std::size_t id = 0; id < width; ++id)
    if (most[id] > 0 && !words_[id].empty()) out.push_back({words_[id], std::log1p(most[id])});
  std::ranges::stable_sort(out, std::ranges::greater{}, &WeightedTerm::weight);
  out.resize(std::min(out.size(), kMostSparseTerms));
  return out;
}

Result<void> OnnxSparseEncoder::encode_documents(std::span<const std::string_view> texts,
                                                 std::span<std::vector<WeightedTerm>> out,
                                                 const CallContext& context) const {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (context.stop.stop_requested())
      return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Encoding was stopped",
                   "encoding texts", "Run it again."};
    CODEWEAVER_ASSIGN(out[i], encode_query(texts[i]));
  }
  return {};
}

}  // namespace
}  // namespace codeweaver::onnx

namespace codeweaver::inline v0_1 {

Result<std::shared_ptr<const SparseEncoder>> make_onnx_sparse_encoder(const OnnxModel& model) {
  return onnx::OnnxSparseEncoder::create(model);
}

}  // namespace codeweaver::inline v0_1
