// Finds plug-ins by their names in the settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "named_plugins.hpp"

#include <initializer_list>

#include "errors.hpp"
#include "settings/environment.hpp"

namespace codeweaver::python {
namespace {

/// The given plug-in, else the name in a setting; None if the name is in `built_in`.
py::object chosen(const py::object& given, const std::string& named,
                  std::initializer_list<const char*> built_in) {
  if (!given.is_none()) return given;
  for (const char* const name : built_in)
    if (named == name) return py::none();
  return py::str(named);
}

/// Whether an installed package offers this answer model; ask() loads it.
bool is_offered_answer_model(const std::string& name) {
  if (name == "none" || name == "extractive") return false;
  return py::module_::import("codeweaver.plugins").attr("answer_models")().contains(name);
}

py::dict section(const Settings::Embedding& s) {
  py::dict out(py::arg("provider") = s.provider, py::arg("model") = s.model,
               py::arg("model_path") = s.model_path, py::arg("url") = s.url,
               py::arg("api_key_env") = s.api_key_env, py::arg("batch_size") = s.batch_size,
               py::arg("max_requests") = s.max_requests, py::arg("timeout_ms") = s.timeout_ms);
  if (s.dimension != 0) out["dimension"] = s.dimension;  // otherwise the factory uses its default
  return out;
}
py::dict section(const Settings::Sparse& s) {
  return py::dict(py::arg("provider") = s.provider, py::arg("model_path") = s.model_path);
}
py::dict section(const Settings::Rerank& s) {
  return py::dict(py::arg("provider") = s.provider, py::arg("model") = s.model,
                  py::arg("url") = s.url, py::arg("api_key_env") = s.api_key_env,
                  py::arg("depth") = s.depth);
}
py::dict section(const Settings::Chunking& s) {
  return py::dict(py::arg("strategy") = s.strategy, py::arg("target_tokens") = s.target_tokens,
                  py::arg("min_tokens") = s.min_tokens, py::arg("max_tokens") = s.max_tokens,
                  py::arg("hard_limit") = s.hard_limit, py::arg("text_overlap") = s.text_overlap);
}
py::dict section(const Settings::Answer& s) {
  return py::dict(py::arg("provider") = s.provider, py::arg("model") = s.model,
                  py::arg("url") = s.url, py::arg("api_key_env") = s.api_key_env,
                  py::arg("top_k") = s.top_k);
}

}  // namespace

void choose_plugins(const Settings& settings, const GivenPlugins& given,
                    opening::SuppliedParts& supplied) {
  supplied.embedder =
      embedder_from(chosen(given.embedder, settings.embedding.provider,
                           {"codeweaver", "onnx", "voyage", "openai", "azure", "ollama", "cohere"}),
                    section(settings.embedding));
  supplied.reranker =
      reranker_from(chosen(given.reranker, settings.rerank.provider,
                           {"codeweaver", "none", "onnx", "voyage", "cohere", "jina"}),
                    section(settings.rerank));
  supplied.index->chunker =
      chunker_from(chosen(given.chunker, settings.chunking.strategy, {"ast", "simple_file_chunks"}),
                   section(settings.chunking));
  supplied.index->sparse_encoder = sparse_encoder_from(
      chosen(given.sparse_encoder, settings.sparse.provider, {"codeweaver", "splade"}),
      section(settings.sparse));
  supplied.answer_model = is_offered_answer_model(settings.answer.provider);
}

std::shared_ptr<const AnswerModel> choose_answer_model(const Settings& settings,
                                                       const py::object& given) {
  const auto& named = settings.answer.provider;
  const bool is_service =
      named == "anthropic" || named == "openai" || named == "azure" || named == "ollama";
  if (given.is_none() && is_service && !is_offered_answer_model(named))
    return unwrap(opening::WorkspaceOpener({settings::capture_environment()})
                      .answer_model(settings, nullptr));
  return answer_model_from(chosen(given, settings.answer.provider, {"none"}),
                           section(settings.answer));
}

}  // namespace codeweaver::python
