// ONNX models: local transformer models, run by the user's ONNX Runtime.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ONNX_MODELS_HPP_
#define CODEWEAVER_ONNX_MODELS_HPP_

#include <filesystem>
#include <memory>
#include <string>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Embedder;
class Reranker;
class SparseEncoder;

/// A model in the format of sentence-transformers and Optimum. docs/guide/providers.md lists the
/// files.
struct OnnxModel {
  /// Folder with model.onnx (or onnx/model.onnx) and tokenizer.json. If it has several models: the
  /// path of the .onnx file.
  std::filesystem::path path{};
  /// Library file of ONNX Runtime 1.8 or newer. Empty: the system searches for
  /// "libonnxruntime.so.1". It stays loaded until the process ends.
  std::filesystem::path library{};
  /// For embedders: how token vectors are combined. "auto" (from the folder, else "mean"), "mean",
  /// "cls", "max" or "last".
  std::string pooling = "auto";
};

/// Returns a sentence embedder. Runs the model once for each text, so that a vector depends only on
/// its text. Cuts longer texts to the token limit of the model. Uses the query and document prompts
/// of the folder. The model name contains a hash of the files.
/// Thread safety: calls may be concurrent; each runs on the calling thread. Cost: milliseconds for
/// each text.
/// Errors: kUnsupported "ONNX_RUNTIME_NOT_FOUND", "MODEL_NOT_SUPPORTED" (unknown inputs or
/// outputs), "TOKENIZER_NOT_SUPPORTED"; kNotFound; kCorruption "MODEL_CORRUPT"; kInvalidArgument
/// "INVALID_POOLING". Calls: kUnavailable "MODEL_FAILED"; kCancelled.
Result<std::shared_ptr<const Embedder>> make_onnx_embedder(const OnnxModel& model);

/// Returns a reranker that uses a cross-encoder, a model that reads the query and a candidate
/// together. The score is the logistic function of the model's output, or, if the model has two
/// outputs, the softmax value of the second output. A call uses all cores. After 10 s it fails, and
/// the search uses make_learned_reranker() instead. Errors: as make_onnx_embedder().
Result<std::shared_ptr<const Reranker>> make_onnx_reranker(const OnnxModel& model);

/// Returns a SPLADE model. The weight of a word is log(1 + relu(x)), where x is its maximum output
/// over all tokens. Skips word pieces and punctuation, because the lexical index holds whole words.
/// Errors: as make_onnx_embedder().
Result<std::shared_ptr<const SparseEncoder>> make_onnx_sparse_encoder(const OnnxModel& model);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_ONNX_MODELS_HPP_
