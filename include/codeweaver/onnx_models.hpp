// ONNX models: transformers in folders, run on this machine by ONNX Runtime, which the user brings.
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

/// A model in the form in which sentence-transformers and Optimum save one. docs/guide/providers.md
/// tells what a folder holds.
struct OnnxModel {
  /// Folder with model.onnx (or onnx/model.onnx) and tokenizer.json; or the .onnx file itself,
  /// where the folder has several.
  std::filesystem::path path{};
  /// File of ONNX Runtime 1.8 or newer; empty: "libonnxruntime.so.1", as the system finds it. It
  /// stays loaded for the rest of the process.
  std::filesystem::path library{};
  /// Of embedders: how vectors of tokens become one. "auto" (as the folder says, else "mean"),
  /// "mean", "cls", "max" or "last".
  std::string pooling = "auto";
};

/// A sentence embedder: one run a text, so that a vector depends on nothing but the text. Longer
/// texts are cut to the tokens that the model takes. Prompts for queries and documents are those of
/// the folder. The name holds a hash of the files. Threads may call it together; each call uses the
/// thread that it is made on. Cost: milliseconds a text.
/// Errors: kUnsupported "ONNX_RUNTIME_NOT_FOUND", "MODEL_NOT_SUPPORTED" (other inputs or outputs
/// than are known), "TOKENIZER_NOT_SUPPORTED"; kNotFound; kCorruption "MODEL_CORRUPT";
/// kInvalidArgument "INVALID_POOLING". Calls: kUnavailable "MODEL_FAILED"; kCancelled.
Result<std::shared_ptr<const Embedder>> make_onnx_embedder(const OnnxModel& model);

/// A cross-encoder, which reads query and candidate together; the logistic function of its one
/// number, or the share of the second of two, is the score. Candidates are read on all cores, for
/// 10 s at most; a search goes on with the local reranker where that does not do. Errors: as
/// make_onnx_embedder().
Result<std::shared_ptr<const Reranker>> make_onnx_reranker(const OnnxModel& model);

/// A SPLADE model: log(1 + relu) of the largest number that a word gets at any token. Pieces within
/// words and marks are left out, as the lexical index has whole words. Errors: as
/// make_onnx_embedder().
Result<std::shared_ptr<const SparseEncoder>> make_onnx_sparse_encoder(const OnnxModel& model);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_ONNX_MODELS_HPP_
