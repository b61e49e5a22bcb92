// ONNX models: local transformer models, run by the user's ONNX Runtime.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ONNX_MODELS_HPP_
#define CODEWEAVER_ONNX_MODELS_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Embedder;
class Reranker;
class SparseEncoder;

/// How an embedder combines the vectors of a text's tokens.
enum class Pooling : std::uint8_t {
  kAuto,  ///< as the model's folder says, else kMean
  kMean,
  kCls,
  kMax,
  kLast,
};
constexpr std::string_view to_string(Pooling pooling) noexcept {
  constexpr std::string_view kNames[] = {"auto", "mean", "cls", "max", "last"};
  return kNames[static_cast<std::size_t>(pooling)];
}

/// A model in the format of sentence-transformers and Optimum. docs/guide/providers.md lists the
/// files.
struct OnnxModel {
  /// Folder with model.onnx (or onnx/model.onnx) and tokenizer.json. If the folder has several
  /// models, the path of the .onnx file.
  std::filesystem::path path{};
  /// File of the ONNX Runtime library, version 1.8 or newer. Empty: the system looks for
  /// "libonnxruntime.so.1". The library stays loaded until the process ends.
  std::filesystem::path library{};
  Pooling pooling = Pooling::kAuto;  ///< for embedders
};

/// Returns a sentence embedder. It runs the model once for each text, so that a vector depends only
/// on its text. It cuts texts at the token limit of the model, and adds the prompts of the folder
/// to queries and documents. The model name contains a hash of the files.
/// Thread safety: calls may be concurrent; each runs on the calling thread. Cost: milliseconds for
/// each text.
/// Errors: kUnsupported "ONNX_RUNTIME_NOT_FOUND", "MODEL_NOT_SUPPORTED" (unknown inputs or
/// outputs), "TOKENIZER_NOT_SUPPORTED"; kNotFound; kCorruption "MODEL_CORRUPT". The calls of the
/// embedder have the errors kUnavailable "MODEL_FAILED" and kCancelled.
Result<std::shared_ptr<const Embedder>> make_onnx_embedder(const OnnxModel& model);

/// Returns a reranker that uses a cross-encoder: a model that reads the query and a candidate
/// together. The score is the logistic function of the model's output; if there are two outputs,
/// the softmax value of the second. A call uses all cores. It fails after 10 s, and the search then
/// uses make_learned_reranker(). Errors: those of make_onnx_embedder().
Result<std::shared_ptr<const Reranker>> make_onnx_reranker(const OnnxModel& model);

/// Returns an encoder that uses a SPLADE model. The weight of a word is log(1 + relu(x)), where x
/// is its maximum output over all tokens. The encoder drops word pieces and punctuation, because
/// the lexical index contains whole words. Errors: those of make_onnx_embedder().
Result<std::shared_ptr<const SparseEncoder>> make_onnx_sparse_encoder(const OnnxModel& model);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_ONNX_MODELS_HPP_
