// The table of embedding models.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/known_models.hpp"

#include <algorithm>

namespace codeweaver::providers {
namespace {

struct Known {
  std::string_view provider;
  EmbeddingModel model;
};

// Documented limits of the services, minus a quarter, because their token counts differ from ours.
constexpr std::size_t kVoyageRequest = 90'000, kOpenAiRequest = 220'000, kOpenAiText = 6'100,
                      kOllamaRequest = 60'000;
constexpr std::string_view kForRetrieval =
    "Represent this sentence for searching relevant passages: ";

constexpr Known kModels[] = {
    {"voyage", {"voyage-code-3", 1024, kVoyageRequest, 24'000}},
    {"voyage", {"voyage-3-large", 1024, kVoyageRequest, 24'000}},
    {"voyage", {"voyage-3.5", 1024, 240'000, 24'000}},
    {"voyage", {"voyage-3.5-lite", 1024, 750'000, 24'000}},
    {"voyage", {"voyage-code-2", 1536, kVoyageRequest, 12'000}},
    {"openai", {"text-embedding-3-small", 1536, kOpenAiRequest, kOpenAiText}},
    {"openai", {"text-embedding-3-large", 3072, kOpenAiRequest, kOpenAiText}},
    {"openai", {"text-embedding-ada-002", 1536, kOpenAiRequest, kOpenAiText}},
    {"cohere", {"embed-v4.0", 1536, 90'000, 0}},
    {"cohere", {"embed-english-v3.0", 1024, 45'000, 0}},
    {"cohere", {"embed-multilingual-v3.0", 1024, 45'000, 0}},
    {"ollama", {"nomic-embed-text", 768, kOllamaRequest, 0, "search_query: ", "search_document: "}},
    {"ollama", {"mxbai-embed-large", 1024, kOllamaRequest, 0, kForRetrieval}},
    {"ollama", {"all-minilm", 384, kOllamaRequest, 0}},
    {"ollama", {"bge-m3", 1024, kOllamaRequest, 0}},
    {"ollama",
     {"embeddinggemma", 768, kOllamaRequest, 0,
      "task: search result | query: ", "title: none | text: "}},
    // Its dimension depends on the tag.
    {"ollama",
     {"qwen3-embedding", 0, kOllamaRequest, 0,
      "Instruct: Given a question about code, retrieve the code that answers it\nQuery: "}},
};

}  // namespace

EmbeddingModel known_model(std::string_view provider, std::string_view model) noexcept {
  const auto name = provider == "ollama" ? model.substr(0, model.find(':')) : model;
  const auto* const found = std::find_if(
      std::begin(kModels), std::end(kModels),
      [&](const Known& known) { return known.provider == provider && known.model.name == name; });
  return found == std::end(kModels) ? EmbeddingModel{} : found->model;
}

}  // namespace codeweaver::providers
