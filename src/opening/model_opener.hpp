// ModelOpener: opens the models of the settings, each only once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "settings/environment.hpp"

namespace codeweaver::opening {

/// Opens models and keeps them. Calls with the same settings return the same embedder, reranker or
/// sparse encoder. Thread safety: calls may be concurrent.
class ModelOpener {
 public:
  /// Data for opening a model.
  struct Request {
    const settings::Environment& environment;  ///< contains the API keys
    std::size_t expected_dimension = 0;        ///< of an existing index with this model; 0: unknown
    std::shared_ptr<Logger> logger{};          ///< for calls of a service; null: no log
    std::filesystem::path onnx_library{};      ///< see OnnxModel::library
    std::filesystem::path ca_file{};           ///< see RemoteModel::ca_file
    CallContext call{};                        ///< for requests to a service
  };

  /// Concurrent calls do not wait for the request of another one to a service. Errors: errors of
  /// make_static_embedder(), make_onnx_embedder() and make_remote_embedder();
  /// kInvalidArgument "API_KEY_MISSING" (with the variable).
  Result<std::shared_ptr<const Embedder>> embedder(const Settings::Embedding& settings,
                                                   const Request& request) const;
  /// Errors: errors of make_learned_reranker(), make_onnx_reranker() and make_remote_reranker();
  /// kInvalidArgument "API_KEY_MISSING".
  Result<std::shared_ptr<const Reranker>> reranker(const Settings::Rerank& settings,
                                                   const Request& request) const;
  /// Returns null if sparse.provider is not "splade". Errors: errors of make_onnx_sparse_encoder().
  Result<std::shared_ptr<const SparseEncoder>> sparse_encoder(const Settings::Sparse& settings,
                                                              const Request& request) const;
  /// Returns the model for ask(). Errors: errors of make_remote_answer_model(); kUnsupported
  /// "NO_ANSWER_MODEL" (answer.provider is "none"); kInvalidArgument "API_KEY_MISSING".
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
