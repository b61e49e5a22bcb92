// ModelOpener: the models that settings name, each made once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "settings/environment.hpp"

namespace codeweaver::opening {

/// Thread safety: calls may be concurrent.
class ModelOpener {
 public:
  /// For models that are made anew.
  struct Request {
    const settings::Environment& environment;  ///< holds the keys
    std::size_t expected_dimension = 0;        ///< of an index that was made with the model
    std::shared_ptr<Logger> logger{};          ///< of calls of a service; null: silent
    std::filesystem::path onnx_library{};      ///< see OnnxModel::library
    std::filesystem::path ca_file{};           ///< see RemoteModel::ca_file
  };

  /// Errors: those of make_static_embedder(), make_onnx_embedder() and make_remote_embedder();
  /// kInvalidArgument "API_KEY_MISSING" (names the variable).
  Result<std::shared_ptr<const Embedder>> embedder(const Settings::Embedding& settings,
                                                   const Request& request) const;
  /// Errors: those of make_learned_reranker(), make_onnx_reranker() and make_remote_reranker();
  /// kInvalidArgument "API_KEY_MISSING".
  Result<std::shared_ptr<const Reranker>> reranker(const Settings::Rerank& settings,
                                                   const Request& request) const;
  /// Null: the words of texts alone. Errors: those of make_onnx_sparse_encoder().
  Result<std::shared_ptr<const SparseEncoder>> sparse_encoder(const Settings::Sparse& settings,
                                                              const Request& request) const;
  /// The one behind ask. Errors: those of make_remote_answer_model(); kUnsupported
  /// "NO_ANSWER_MODEL" (settings name none); kInvalidArgument "API_KEY_MISSING".
  Result<std::shared_ptr<const AnswerModel>> answer_model(const Settings::Answer& settings,
                                                          const Request& request) const;

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const Embedder>> embedders_;  // guarded by mutex_
  mutable std::map<std::string, std::shared_ptr<const Reranker>> rerankers_;  // guarded by mutex_
  // guarded by mutex_
  mutable std::map<std::string, std::shared_ptr<const SparseEncoder>> sparse_encoders_;
};

}  // namespace codeweaver::opening
