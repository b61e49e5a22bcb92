// The table of providers, and the check of the settings against it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/providers.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "codeweaver/contract.hpp"
#include "settings/choices.hpp"

namespace codeweaver::settings {
namespace {

#if CODEWEAVER_NET
constexpr std::string_view kOverHttp = "";
#else
constexpr std::string_view kOverHttp = "this build has no HTTP client";
#endif

#if CODEWEAVER_POSTGRES
constexpr std::string_view kOverLibpq = "";
#else
constexpr std::string_view kOverLibpq = "this build has no libpq";
#endif

constexpr std::string_view kOnnxRuntime = "ONNX Runtime library";

constexpr Provider kProviders[] = {
    {"embedding.provider", "embedder", "codeweaver", "local, deterministic, model_path", "", ""},
    {"embedding.provider", "embedder", "onnx", "local, deterministic, model_path", kOnnxRuntime,
     ""},
    {"embedding.provider", "embedder", "voyage", "remote, api_key", "Voyage AI API", kOverHttp},
    {"embedding.provider", "embedder", "openai", "remote, api_key, url",
     "OpenAI-compatible embeddings API", kOverHttp},
    {"embedding.provider", "embedder", "azure", "remote, api_key, url", "Azure OpenAI API",
     kOverHttp},
    {"embedding.provider", "embedder", "ollama", "url", "Ollama server", kOverHttp},
    {"embedding.provider", "embedder", "cohere", "remote, api_key, url", "Cohere API", kOverHttp},
    {"sparse.provider", "sparse encoder", "codeweaver", "local, deterministic", "", ""},
    {"sparse.provider", "sparse encoder", "splade", "local, deterministic, model_path",
     kOnnxRuntime, ""},
    {"rerank.provider", "reranker", "codeweaver", "local, deterministic, explains", "", ""},
    {"rerank.provider", "reranker", "none", "local, deterministic", "", ""},
    {"rerank.provider", "reranker", "onnx", "local, deterministic, model_path", kOnnxRuntime, ""},
    {"rerank.provider", "reranker", "voyage", "remote, api_key", "Voyage AI API", kOverHttp},
    {"rerank.provider", "reranker", "cohere", "remote, api_key, url", "Cohere-shaped rerank API",
     kOverHttp},
    {"rerank.provider", "reranker", "jina", "remote, api_key, url", "Jina-shaped rerank API",
     kOverHttp},
    {"store.kind", "store", "embedded", "local, transactional, worktrees", "", ""},
    {"store.kind", "store", "memory", "local, exact, deterministic, not_persistent", "", ""},
    {"store.kind", "store", "qdrant", "shared, api_key, url", "Qdrant server", kOverHttp},
    {"store.kind", "store", "postgres", "shared, transactional, api_key, url",
     "PostgreSQL server with pgvector", kOverLibpq},
    {"store.kind", "store", "opensearch", "shared, distributed, api_key, url", "OpenSearch cluster",
     kOverHttp},
    {"store.vector_index", "vector index", "auto", "local, nearly_exact", "", ""},
    {"store.vector_index", "vector index", "scan", "local, nearly_exact", "", ""},
    {"store.vector_index", "vector index", "faiss_flat", "local, exact", "", ""},
    {"store.vector_index", "vector index", "faiss_hnsw", "local, approximate", "", ""},
    {"chunking.strategy", "chunker", "ast", "local, deterministic, symbols", "", ""},
    {"chunking.strategy", "chunker", "simple_file_chunks", "local, deterministic", "", ""},
    {"answer.provider", "answer model", "extractive", "local, deterministic", "", ""},
    {"answer.provider", "answer model", "none", "local, deterministic", "", ""},
    {"answer.provider", "answer model", "anthropic", "remote, api_key", "Anthropic API", kOverHttp},
    {"answer.provider", "answer model", "openai", "remote, api_key, url",
     "OpenAI-compatible chat API", kOverHttp},
    {"answer.provider", "answer model", "azure", "remote, api_key, url", "Azure OpenAI API",
     kOverHttp},
    {"answer.provider", "answer model", "ollama", "url", "Ollama server", kOverHttp},
};

/// A key that chooses a provider, and a function that reads its value.
struct ProviderKey {
  std::string_view key;
  std::string_view (*value)(const Settings&);
};
constexpr ProviderKey kProviderKeys[] = {
    {"embedding.provider",
     [](const Settings& s) -> std::string_view { return s.embedding.provider; }},
    {"sparse.provider", [](const Settings& s) -> std::string_view { return s.sparse.provider; }},
    {"rerank.provider", [](const Settings& s) -> std::string_view { return s.rerank.provider; }},
    {"store.kind", [](const Settings& s) -> std::string_view { return s.store.kind; }},
    {"store.vector_index", [](const Settings& s) { return choice_name(s.store.vector_index); }},
    {"chunking.strategy",
     [](const Settings& s) -> std::string_view { return s.chunking.strategy; }},
    {"answer.provider", [](const Settings& s) -> std::string_view { return s.answer.provider; }},
};

/// Returns the values that work without a service: "codeweaver" or "none".
std::string available(std::string_view key) {
  std::string out;
  for (const auto& provider : kProviders)
    if (provider.setting == key && provider.service.empty() && provider.missing.empty())
      out += (out.empty() ? "\"" : " or \"") + std::string(provider.name) + '"';
  return out;
}

Error not_available(const EffectiveSettings& effective, std::string_view key, std::string cause,
                    std::string action, Remedy remedy = {}) {
  const auto origin = effective.origins.find(key);
  const auto from = origin == effective.origins.end() ? std::string("settings") : origin->second;
  return {ErrorCategory::kUnsupported,
          std::string(contract::kProviderNotAvailable),
          std::move(cause),
          "checking the settings (" + std::string(key) + ", from the " + from + ')',
          std::move(action),
          std::move(remedy)};
}

Result<void> check_choice(const EffectiveSettings& effective, std::string_view key) {
  const auto value = chosen_provider(effective.settings, key);
  const auto* const found = std::find_if(
      std::begin(kProviders), std::end(kProviders),
      [&](const Provider& provider) { return provider.setting == key && provider.name == value; });
  if (found != std::end(kProviders) && found->missing.empty()) {
    const auto origin = effective.origins.find(key);
    const bool is_of_folder = origin != effective.origins.end() && origin->second == "project file";
    if (!is_of_folder || !found->capabilities.starts_with("remote")) return {};
    return not_available(effective, key,
                         std::string(key) + " is \"" + std::string(value) +
                             "\" in the project's own file: it would send the code to the " +
                             std::string(found->service),
                         "If you want that, set it in your own settings file or in your "
                         "settings for this project.");
  }
  auto cause = std::string(key) + " is \"" + std::string(value) + "\": ";
  if (found == std::end(kProviders)) {
    cause += "there is no such provider";
  } else {
    if (!found->service.empty()) cause += "it needs the " + std::string(found->service) + ", and ";
    cause += found->missing;
  }
  return not_available(effective, key, std::move(cause),
                       "Set " + std::string(key) + " to " + available(key) +
                           " (no service needed), or to another available provider",
                       RemedyKind::kListProviders);
}

bool contains(std::span<const std::string_view> keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Checks that providers that run the user's model have a model path.
Result<void> check_folders(const EffectiveSettings& effective,
                           std::span<const std::string_view> supplied) {
  const auto& settings = effective.settings;
  struct Named {
    std::string_view key, path_key, provider;
    const std::string *chosen, *path;
  };
  for (const auto& one : {Named{"embedding.provider", "embedding.model_path", "onnx",
                                &settings.embedding.provider, &settings.embedding.model_path},
                          Named{"sparse.provider", "sparse.model_path", "splade",
                                &settings.sparse.provider, &settings.sparse.model_path},
                          Named{"rerank.provider", "rerank.model_path", "onnx",
                                &settings.rerank.provider, &settings.rerank.model_path}})
    if (*one.chosen == one.provider && one.path->empty() && !contains(supplied, one.key))
      return not_available(
          effective, one.key,
          std::string(one.key) + " is \"" + std::string(one.provider) + "\", but no model is given",
          "Set " + std::string(one.path_key) + " to the model's folder, or set " +
              std::string(one.key) + " to \"codeweaver\"");
  return {};
}

/// Checks that the chosen local providers have the chosen models.
Result<void> check_models(const EffectiveSettings& effective,
                          std::span<const std::string_view> supplied) {
  const auto& settings = effective.settings;
  const Settings defaults;
  const auto& model = settings.embedding.model;
  if (!contains(supplied, "embedding.provider") &&
      settings.embedding.provider == defaults.embedding.provider &&
      settings.embedding.model_path.empty() && model != defaults.embedding.model)
    return not_available(
        effective, "embedding.model",
        "Model " + model + " not found: the built-in model is " + defaults.embedding.model,
        "Set embedding.model_path to the file of the model, or remove embedding.model.");
  const bool has_local_reranker =
      settings.rerank.provider == defaults.rerank.provider || settings.rerank.provider == "none";
  if (!contains(supplied, "rerank.provider") && has_local_reranker &&
      !settings.rerank.model.empty())
    return not_available(
        effective, "rerank.model",
        "Model " + settings.rerank.model + " not found: the local reranker has only one model",
        "Remove rerank.model.");
  return {};
}

}  // namespace

std::span<const Provider> providers() {
  return kProviders;
}

std::string_view chosen_provider(const Settings& settings, std::string_view key) {
  for (const auto& choice : kProviderKeys)
    if (choice.key == key) return choice.value(settings);
  return {};
}

Result<void> check_providers(const EffectiveSettings& effective,
                             std::span<const std::string_view> supplied) {
  for (const auto& choice : kProviderKeys) {
    if (contains(supplied, choice.key)) continue;
    if (auto checked = check_choice(effective, choice.key); !checked) return checked;
  }
  if (auto checked = check_folders(effective, supplied); !checked) return checked;
  return check_models(effective, supplied);
}

}  // namespace codeweaver::settings
