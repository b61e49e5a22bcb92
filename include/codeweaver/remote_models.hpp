// Remote models: embedders, rerankers and answer models that services provide over HTTP.
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

#include "codeweaver/call_context.hpp"
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

/// A model of a service, and how to call it. See docs/guide/providers.md for the list of providers.
struct RemoteModel {
  /// One of:
  /// - embedders: "voyage", "openai" (and compatible services), "azure", "ollama", "cohere"
  /// - rerankers: "voyage", "cohere", "jina"
  /// - answer models: "anthropic", "openai", "azure", "ollama"
  std::string provider{};
  std::string model{};              ///< empty: the provider's default; for "azure": the deployment
  std::string url{};                ///< empty: the provider's default; "azure" has none
  std::string api_key{};            ///< sent to `url` only, and never logged
  std::filesystem::path ca_file{};  ///< PEM certificates, trusted in addition to the system's
  /// Dimension of the vectors, for models that can shorten them. 0: `expected_dimension`, or, if
  /// that is 0, the full dimension of the model. For a model that this library does not know, one
  /// request determines the dimension.
  std::size_t dimension = 0;
  std::size_t expected_dimension = 0;         ///< e.g. of an existing index; 0: unknown
  std::size_t batch_size = 100;               ///< texts per request, [1, 100]
  std::size_t max_requests = 10;              ///< requests in flight at once, [1, 10]
  std::chrono::milliseconds timeout{30'000};  ///< per attempt
  std::shared_ptr<Logger> logger{};           ///< null: no logging
};

/// State of a service, and counts of the calls since the model was created.
struct RemoteServiceStatus {
  std::string address{};                   ///< "https://api.example.org"
  std::string circuit_breaker = "closed";  ///< closed, open or trial
  std::uint64_t calls = 0, attempts = 0, retries = 0;
  std::uint64_t failed = 0;     ///< calls that failed after all attempts
  std::uint64_t suspended = 0;  ///< calls that the open breaker did not send
  std::uint64_t openings = 0;   ///< how often the breaker opened
  std::optional<std::chrono::milliseconds> since_last_call{};  ///< unset: no call yet
  std::optional<Error> last_error{};  ///< of the last call; unset: it succeeded
};

/// Interface that the models below also implement; use dynamic_cast. Thread safety: as the models.
class RemoteService {
 public:
  virtual ~RemoteService() = default;
  /// Sends no request.
  virtual RemoteServiceStatus status() const = 0;
};

/// Returns the name of the environment variable that usually holds the key of a provider. Empty if
/// the provider is unknown or needs no key.
std::string_view usual_key_variable(std::string_view provider) noexcept;

/// Returns an embedder that calls a service. It accepts any number of texts of any length: it sends
/// batches that fit the model, and only the beginning of a text that is too long. A call for
/// documents that times out or gets the status 429 or 5xx is repeated after 1, 2, 4, 8 and 16 s.
/// Calls for queries are not repeated. After several failures, the circuit breaker suspends calls
/// for a while. The CallContext of a call can end it earlier.
/// \param call Context of the request that determines the dimension, if that request is necessary.
/// Errors:
/// - kUnsupported "PROVIDER_NOT_AVAILABLE", "NO_HTTP_CLIENT"
/// - kInvalidArgument "API_KEY_MISSING", "INVALID_URL", "MODEL_NOT_FOUND" (no default model)
/// - if a request must find out the dimension: kUnavailable (the service fails), kInvalidArgument
///   "API_KEY_REFUSED", "MODEL_NOT_FOUND", "DIMENSION_MISMATCH", "SERVICE_REFUSED"
Result<std::shared_ptr<const Embedder>> make_remote_embedder(const RemoteModel& model,
                                                             const CallContext& call = {});

/// Returns a reranker that calls a service: one request with all candidates, for at most 10 s. If
/// the request fails, the search uses the local reranker. This function sends no request. Errors:
/// those of make_remote_embedder() that need no request.
Result<std::shared_ptr<const Reranker>> make_remote_reranker(const RemoteModel& model);

/// Returns an answer model that calls a service. Its instructions (see answer_prompt()) are to
/// answer only from the passages and to cite them. It streams the answer; RemoteModel::timeout
/// limits only the time between two pieces. This function sends no request. Errors: those of
/// make_remote_embedder() that need no request.
Result<std::shared_ptr<const AnswerModel>> make_remote_answer_model(const RemoteModel& model);

/// The complete text that an answer model receives for a request.
struct AnswerPrompt {
  std::string instructions{};
  std::string question{};  ///< ends with the question, after the passages
};
AnswerPrompt answer_prompt(const AnswerRequest& request);

/// The amount of data that an index run would send to an embedder.
struct EmbeddingEstimate {
  std::size_t files = 0, chunks = 0;
  std::size_t tokens = 0;       ///< by the library's own counter
  std::size_t requests = 0;     ///< lower bound: the model may accept fewer tokens per request
  std::size_t kept_chunks = 0;  ///< the index already has vectors for these
};

/// Returns how much data an index run would send to `embedder`. Splits the files as an index run
/// does, but writes and sends nothing. Cost: that of a first run without writing. Errors: those of
/// Indexer::run() for discovery and the database; kCancelled.
Result<EmbeddingEstimate> estimate_embedding(const Project& project, const IndexOptions& options,
                                             const Embedder& embedder, std::size_t batch_size = 100,
                                             std::stop_token stop = {});

/// Returns the embedder with which an index was built: its provider, model and dimension. nullopt:
/// there is no index, or it has no vectors. Cost: opens the database. Errors: kCorruption, kIo.
Result<std::optional<EmbedderInfo>> recorded_embedder(const std::filesystem::path& state_dir);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_REMOTE_MODELS_HPP_
