// Remote models: embedders, rerankers and answer models that a service runs, over HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_REMOTE_MODELS_HPP_
#define CODEWEAVER_REMOTE_MODELS_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class AnswerModel;
class Embedder;
struct AnswerRequest;
struct EmbedderInfo;
struct IndexOptions;
struct Project;
class Logger;
class Reranker;

/// A model of a service, and how it is called. docs/guide/providers.md lists what there is.
struct RemoteModel {
  /// Embedders: "voyage", "openai" (and all that speaks as it does), "azure", "ollama", "cohere".
  /// Rerankers: "voyage", "cohere", "jina". Answer models: "anthropic", "openai", "azure",
  /// "ollama".
  std::string provider{};
  std::string model{};    ///< empty: the usual one of the provider; of "azure" the deployment
  std::string url{};      ///< empty: the usual one of the provider; "azure" has none
  std::string api_key{};  ///< sent to that address alone, and never logged
  std::filesystem::path ca_file{};  ///< certificates, in PEM, that are trusted beside the system's
  /// Of the vectors, for models that can make shorter ones; 0: the model's own, which is known of
  /// the usual models, and else is as `expected_dimension` says, or is asked of the service.
  std::size_t dimension = 0;
  std::size_t expected_dimension = 0;         ///< for example that of an index; 0: not known
  std::size_t batch_size = 100;               ///< texts of a request, [1, 100]
  std::size_t max_requests = 10;              ///< in flight at once, [1, 10]
  std::chrono::milliseconds timeout{30'000};  ///< of one attempt
  std::shared_ptr<Logger> logger{};           ///< null: silent
};

/// What came of the calls of a service so far.
struct RemoteServiceStatus {
  std::string address{};                   ///< "https://api.example.org"
  std::string circuit_breaker = "closed";  ///< closed, open or trial
  std::uint64_t calls = 0, attempts = 0, retries = 0;
  std::uint64_t failed = 0;     ///< calls that were given up
  std::uint64_t suspended = 0;  ///< calls that the open breaker kept back
  std::uint64_t openings = 0;   ///< times that the breaker opened
  std::optional<std::chrono::milliseconds> since_last_call{};  ///< unset: there was none
  std::optional<Error> last_error{};  ///< of the last call, where that failed
};

/// What the models below can be asked for as well, by dynamic_cast. Thread safety: as the models.
class RemoteService {
 public:
  virtual ~RemoteService() = default;
  /// Costs no request.
  virtual RemoteServiceStatus status() const = 0;
};

/// The environment variable that usually holds the key of a provider; empty: it needs none, or
/// there is no such provider.
std::string_view usual_key_variable(std::string_view provider) noexcept;

/// An embedder whose every call is a request; texts of any number and length are sent in batches
/// that the model takes, and a text that is too long for it by its beginning. Attempts that time
/// out, or are answered with 429 or 5xx, are repeated after 1, 2, 4, 8 and 16 s; a service that
/// fails is left alone for a while. Calls of threads with a base::StopScope end when that says so.
/// Errors: kUnsupported "PROVIDER_NOT_AVAILABLE", "NO_HTTP_CLIENT"; kInvalidArgument
/// "API_KEY_MISSING", "INVALID_URL"; where the dimension has to be asked for, those of a call:
/// kUnavailable (the service fails), kInvalidArgument "API_KEY_REFUSED", "MODEL_NOT_FOUND",
/// "DIMENSION_MISMATCH", "SERVICE_REFUSED".
Result<std::shared_ptr<const Embedder>> make_remote_embedder(const RemoteModel& model);

/// A reranker whose every call is one request with all candidates, tried for 10 s at most; a search
/// goes on with the local one where it fails. Errors: as make_remote_embedder(), which ask nothing.
Result<std::shared_ptr<const Reranker>> make_remote_reranker(const RemoteModel& model);

/// A language model; it is told to answer out of the passages alone, and to cite them. Its answer
/// comes as a stream, whose silence alone is limited. Errors: as make_remote_embedder(), which ask
/// nothing.
Result<std::shared_ptr<const AnswerModel>> make_remote_answer_model(const RemoteModel& model);

/// All that such a model is sent of a request.
struct AnswerPrompt {
  std::string instructions{};
  std::string question{};  ///< with the passages before it
};
AnswerPrompt answer_prompt(const AnswerRequest& request);

/// What an index run would send to an embedder.
struct EmbeddingEstimate {
  std::size_t files = 0, chunks = 0;
  std::size_t tokens = 0;       ///< by the library's own counter
  std::size_t requests = 0;     ///< at least: a model may take fewer tokens at once
  std::size_t kept_chunks = 0;  ///< whose vectors the index has
};

/// Cuts the files of a project as a run would, and neither writes nor sends anything. Cost: that of
/// a first run without its writing. Errors: those of Indexer::run() that discovery and the database
/// have; kCancelled.
Result<EmbeddingEstimate> estimate_embedding(const Project& project, const IndexOptions& options,
                                             const Embedder& embedder, std::size_t batch_size = 100,
                                             std::stop_token stop = {});

/// Provider, model and dimension of the embedder that an index was built with; nullopt: there is no
/// index, or it was built without one. Cost: opens the database. Errors: kCorruption, kIo.
Result<std::optional<EmbedderInfo>> recorded_embedder(const std::filesystem::path& state_dir);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_REMOTE_MODELS_HPP_
