// Opens local models and models of services from the settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/model_opener.hpp"

#include <utility>

#include "codeweaver/onnx_models.hpp"
#include "codeweaver/remote_models.hpp"
#include "opening/key_of.hpp"

namespace codeweaver::opening {
namespace {

constexpr char kSeparator = '\n';

std::string identity_of(const Settings::Embedding& settings, const std::string& key,
                        std::size_t expected_dimension) {
  std::string out = settings.provider;
  for (const auto& part :
       {settings.model, settings.model_path, std::string(to_string(settings.pooling)), settings.url,
        key, std::to_string(settings.dimension), std::to_string(settings.batch_size),
        std::to_string(settings.max_requests), std::to_string(settings.timeout_ms),
        std::to_string(expected_dimension)})
    out += kSeparator + part;
  return out;
}

/// Adds the setting that names the model to an error.
template <class Model>
Result<Model> with_key(const char* key, Result<Model> made) {
  if (made) return made;
  auto error = made.error();
  error.context = "opening the model of " + std::string(key);
  return error;
}

Result<std::shared_ptr<const Embedder>> make_onnx(const Settings::Embedding& settings,
                                                  const ModelOpener::Request& request) {
  return with_key("embedding.model_path", make_onnx_embedder({.path = settings.model_path,
                                                              .library = request.onnx_library,
                                                              .pooling = settings.pooling}));
}

Result<std::shared_ptr<const Reranker>> make_onnx(const Settings::Rerank& settings,
                                                  const ModelOpener::Request& request) {
  return with_key("rerank.model_path", make_onnx_reranker({.path = settings.model_path,
                                                           .library = request.onnx_library}));
}

Result<std::shared_ptr<const Embedder>> make_local(const Settings::Embedding& settings) {
  auto made = make_static_embedder(settings.model_path);
  return settings.model_path.empty() ? made : with_key("embedding.model_path", std::move(made));
}

RemoteModel remote_model(const Settings::Embedding& settings, const std::string& key,
                         const ModelOpener::Request& request) {
  RemoteModel model;
  model.provider = settings.provider;
  if (settings.model != Settings::Embedding{}.model) model.model = settings.model;
  model.url = settings.url;
  model.api_key = key;
  model.dimension = settings.dimension;
  model.expected_dimension = request.expected_dimension;
  model.batch_size = settings.batch_size;
  model.max_requests = settings.max_requests;
  model.timeout = std::chrono::milliseconds(settings.timeout_ms);
  model.ca_file = request.ca_file;
  model.logger = request.logger;
  return model;
}

}  // namespace

Result<std::shared_ptr<const Embedder>> ModelOpener::embedder(const Settings::Embedding& settings,
                                                              const Request& request) const {
  const bool is_onnx = settings.provider == "onnx";
  const bool is_local = is_onnx || settings.provider == Settings::Embedding{}.provider;
  std::string key;
  if (!is_local) {
    auto found = key_of(settings.api_key_env, usual_key_variable(settings.provider), "embedding",
                        request.environment);
    if (!found) return found.error();
    key = *std::move(found);
  }
  const auto identity = identity_of(settings, key, request.expected_dimension);
  std::unique_lock lock(mutex_);
  if (const auto known = embedders_.find(identity); known != embedders_.end()) return known->second;
  // A service may not answer for seconds. Each caller has its own limit for that.
  if (!is_local) lock.unlock();
  auto made = is_onnx    ? make_onnx(settings, request)
              : is_local ? make_local(settings)
                         : make_remote_embedder(remote_model(settings, key, request), request.call);
  if (!made) return made.error();
  if (!is_local) lock.lock();
  return embedders_.try_emplace(identity, std::move(*made)).first->second;
}

Result<std::shared_ptr<const Reranker>> ModelOpener::reranker(const Settings::Rerank& settings,
                                                              const Request& request) const {
  const bool is_onnx = settings.provider == "onnx";
  // With "none", the rerank depth is 0 and the local reranker is never called.
  const bool is_local =
      settings.provider == Settings::Rerank{}.provider || settings.provider == "none";
  RemoteModel model;
  model.provider = settings.provider;
  model.model = settings.model;
  model.url = settings.url;
  model.ca_file = request.ca_file;
  model.logger = request.logger;
  if (!is_local && !is_onnx) {
    auto found = key_of(settings.api_key_env, usual_key_variable(settings.provider), "rerank",
                        request.environment);
    if (!found) return found.error();
    model.api_key = *std::move(found);
  }
  std::string identity;
  if (!is_local)
    for (const auto& part :
         {model.provider, model.model, settings.model_path, model.url, model.api_key})
      identity += part + kSeparator;
  const std::lock_guard lock(mutex_);
  auto& known = rerankers_[identity];
  if (known) return known;
  auto made = is_onnx    ? make_onnx(settings, request)
              : is_local ? make_learned_reranker()
                         : make_remote_reranker(model);
  if (!made) return made.error();
  known = std::move(*made);
  return known;
}

Result<std::shared_ptr<const SparseEncoder>> ModelOpener::sparse_encoder(
    const Settings::Sparse& settings, const Request& request) const {
  if (settings.provider != "splade") return std::shared_ptr<const SparseEncoder>();
  const std::lock_guard lock(mutex_);
  auto& known = sparse_encoders_[settings.model_path];
  if (known) return known;
  auto made = with_key(
      "sparse.model_path",
      make_onnx_sparse_encoder({.path = settings.model_path, .library = request.onnx_library}));
  if (!made) return made.error();
  known = std::move(*made);
  return known;
}

Result<std::shared_ptr<const AnswerModel>> ModelOpener::answer_model(
    const Settings::Answer& settings, const Request& request) const {
  if (settings.provider == "none")
    return Error{ErrorCategory::kUnsupported, "NO_ANSWER_MODEL",
                 "Answers are switched off: answer.provider is \"none\"", "answering a question",
                 "Set answer.provider (CODEWEAVER_ANSWER_PROVIDER) to extractive (local, quotes "
                 "lines), or to anthropic, openai, azure or ollama with a model and its key. "
                 "Searches need no answer provider."};
  if (settings.provider == "extractive") return make_extractive_answer_model();
  RemoteModel model;
  model.provider = settings.provider;
  model.model = settings.model;
  model.url = settings.url;
  model.ca_file = request.ca_file;
  model.logger = request.logger;
  auto found = key_of(settings.api_key_env, usual_key_variable(settings.provider), "answer",
                      request.environment);
  if (!found) return found.error();
  model.api_key = *std::move(found);
  return make_remote_answer_model(model);
}

}  // namespace codeweaver::opening
