// Settings: the complete configuration, as plain structs with working defaults.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SETTINGS_HPP_
#define CODEWEAVER_SETTINGS_HPP_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/onnx_models.hpp"
#include "codeweaver/reconcile.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// One struct for each section of the settings file; docs/reference/settings.md lists ranges and
/// choices. Programs fill it from files, environment variables and the command line. Library users
/// set only the values that differ from the defaults.
struct Settings {
  /// [codeweaver]
  struct General {
    std::string project_path;    ///< folder to index; empty: found from the working directory
    std::string project_id;      ///< empty: from the folder's name
    std::string data_dir;        ///< folder of all indexes; empty: the user's data directory
    std::string active_project;  ///< project id; overrides the choice of `projects use`
    std::vector<std::string> active_project_command;  ///< program and arguments; prints the id
    bool operator==(const General&) const = default;
  } codeweaver;

  /// [indexing]: which files to index, when, and with how many threads.
  struct Indexing {
    bool auto_index = true;                  ///< servers index their project when they start
    bool watch = true;                       ///< servers follow file changes
    std::uint64_t watch_debounce_ms = 200;   ///< quiet time before changed files are indexed
    std::uint64_t watch_check_seconds = 60;  ///< interval of full checks without file events
    std::uint64_t stale_minutes = 60;        ///< has no effect
    std::uint64_t patience_ms = 1000;        ///< time for a search to index changed files first
    std::uint64_t first_index_wait_ms = 0;  ///< time searches wait for the first index; 0: build it
    std::uint64_t first_index_patience_ms = 8000;  ///< the same if the index is nearly ready
    std::uint64_t publish_after_ms = 500;        ///< until a first run is searchable; 0: at its end
    std::uint64_t workers = 0;                   ///< threads; 0: one per core
    std::uint64_t memory_budget = 1ULL << 30;    ///< bytes of memory for an indexing run
    std::uint64_t max_files = 500'000;           ///< indexing fails above this
    std::uint64_t warn_files = 50'000;           ///< warning above this
    std::uint64_t max_file_bytes = 10ULL << 20;  ///< larger files are skipped
    std::uint64_t max_document_bytes = 64ULL << 20;  ///< the same for PDF, DOCX, PPTX, notebooks
    std::vector<std::string> pdf_reader;             ///< program and arguments; empty: this program
    std::uint64_t parse_memory = 256ULL << 20;  ///< bytes for one file; if exceeded: text chunks
    std::uint64_t data_file_chunks = 4;         ///< chunks of a bulk data file with vectors; 0: all
    std::vector<std::string> exclude;           ///< patterns in gitignore syntax
    std::vector<std::string> tooling_directories;  ///< hidden folders to index; empty: built-in
    SecretPolicy secrets = SecretPolicy::kMask;
    bool operator==(const Indexing&) const = default;
  } indexing;

  /// [chunking]: sizes in tokens, as counted by the library.
  /// min_tokens <= target_tokens <= max_tokens <= hard_limit.
  struct Chunking {
    std::string strategy = "ast";       ///< ast | simple_file_chunks
    std::uint64_t target_tokens = 500;  ///< small neighbours are merged up to this size
    std::uint64_t min_tokens = 200;     ///< smaller chunks are merged if possible
    std::uint64_t max_tokens = 800;     ///< larger definitions are split
    std::uint64_t hard_limit = 4000;    ///< a chunk never exceeds this; longer lines are cut
    double text_overlap = 0.10;         ///< share of a text chunk that the next one repeats
    std::map<std::string, std::string> extra_extensions;  ///< extension or name to language id
    bool operator==(const Chunking&) const = default;
  } chunking;

  /// [embedding]: vectors for searches by meaning.
  struct Embedding {
    std::string provider = "codeweaver";  ///< or onnx, voyage, openai, azure, ollama, cohere
    std::string model = "static-code-3";  ///< with another provider: its default model
    std::string model_path;               ///< local model file or folder
    Pooling pooling = Pooling::kAuto;     ///< of onnx
    std::string url;                      ///< of a remote provider; empty: its default
    std::string api_key_env;         ///< variable that holds the key; empty: the provider's default
    std::uint64_t dimension = 0;     ///< for remote models that can shorten vectors; 0: full length
    std::uint64_t batch_size = 100;  ///< chunks per request
    std::uint64_t max_requests = 10;      ///< requests in flight at once
    std::uint64_t timeout_ms = 30'000;    ///< per request
    double price_per_million_tokens = 0;  ///< for estimates; 0: unknown
    bool operator==(const Embedding&) const = default;
  } embedding;

  /// [sparse]: the search by words.
  struct Sparse {
    std::string provider = "codeweaver";  ///< codeweaver (BM25F) or splade
    std::string model_path;               ///< SPLADE model folder
    bool operator==(const Sparse&) const = default;
  } sparse;

  /// [rerank]
  struct Rerank {
    std::string provider = "codeweaver";  ///< or none, onnx, voyage, cohere, jina
    std::string model;                    ///< of the provider
    std::string model_path;               ///< of onnx: folder of a cross-encoder
    std::string url;                      ///< of a remote provider; empty: its default
    std::string api_key_env;    ///< variable that holds the key; empty: the provider's default
    std::uint64_t depth = 100;  ///< candidates for the reranker
    bool operator==(const Rerank&) const = default;
  } rerank;

  /// [onnx]: the runtime for models in ONNX format.
  struct Onnx {
    std::string library;  ///< file of ONNX Runtime; empty: the system's default
    bool operator==(const Onnx&) const = default;
  } onnx;

  /// [network]: connections to stores and services.
  struct Network {
    std::string ca_file;  ///< PEM certificates, in addition to the system's; empty: none
    bool operator==(const Network&) const = default;
  } network;

  /// [store]: the location of the index.
  struct Store {
    std::string kind = "embedded";  ///< embedded | memory | qdrant | postgres | opensearch
    std::string url;                ///< of a remote store
    std::string api_key_env;        ///< variable that holds its key or password
    VectorIndexKind vector_index = VectorIndexKind::kAuto;
    std::uint64_t timeout_ms = 30'000;  ///< per request to a remote store
    bool operator==(const Store&) const = default;
  } store;

  /// [search]
  struct Search {
    std::uint64_t top_k = 10;      ///< matches in an answer
    std::uint64_t candidates = 0;  ///< of sparse, of dense search; 0: max(100, 2 * top_k)
    FusionMethod fusion = FusionMethod::kRrf;
    double rrf_k = 60;                ///< larger values reduce the influence of ranks
    double file_decay = 0.85;         ///< factor on each further match in a file
    double weight_rerank = 0.5;       ///< weights of the relevance; need not add up to 1
    double weight_dense = 0.3;        ///< vector similarity
    double weight_sparse = 0.1;       ///< lexical score
    double weight_semantic = 0.1;     ///< importance of the code's role
    double min_similarity = 0.3;      ///< see SearchOptions::min_similarity
    bool past_commits = true;         ///< see HybridSearcher::Parts::past_commits
    std::uint64_t context_lines = 3;  ///< before and after a match
    std::uint64_t deadline_ms = 0;    ///< 0: 3 s up to 10,000 files, 10 s above
    bool from_store = false;  ///< query node: searches only the store, without index and files
    bool operator==(const Search&) const = default;
  } search;

  /// [server]
  struct Server {
    std::string host = "127.0.0.1";              ///< address to listen on
    std::uint64_t port = 9328;                   ///< 0: any free one
    std::string token;                           ///< required unless `host` is a loopback address
    std::string token_file;                      ///< file with the token, if `token` is empty
    bool open_changes = false;                   ///< without a token, anyone may change data
    std::vector<std::string> project_roots;      ///< folders that callers may use; empty: home
    std::vector<std::string> allowed_hosts;      ///< further accepted values of the Host header
    std::vector<std::string> allowed_origins;    ///< further accepted origins of web pages
    bool open_probes = false;                    ///< liveness and readiness need no token
    std::uint64_t workers = 8;                   ///< requests processed at once
    std::uint64_t max_queued_requests = 256;     ///< waiting requests; more are refused
    std::uint64_t max_connections = 1024;        ///< open connections; more are refused
    std::uint64_t max_body_bytes = 16ULL << 20;  ///< not for pushes and snapshots
    std::uint64_t request_timeout_ms = 120'000;  ///< time to answer a request; 0: unlimited
    std::uint64_t header_timeout_ms = 10'000;    ///< for the whole head of a request
    std::uint64_t idle_timeout_ms = 75'000;      ///< of a connection between two requests
    bool operator==(const Server&) const = default;
  } server;

  /// [answer]: the model behind `ask`.
  struct Answer {
    std::string provider = "extractive";  ///< none, extractive, anthropic, openai, azure, ollama
    std::string model;                    ///< of the service
    std::string url;                      ///< empty: the service's default
    std::string api_key_env;  ///< variable that holds the key; empty: the service's default
    std::uint64_t top_k = 5;  ///< chunks for the model
    bool operator==(const Answer&) const = default;
  } answer;

  /// [logging]
  struct Logging {
    LogFormat format = LogFormat::kJson;
    LogLevel level = LogLevel::kInfo;       ///< lowest level that is logged
    std::uint64_t max_bytes = 10ULL << 20;  ///< size at which a new file starts
    std::uint64_t max_files = 5;            ///< number of files, including the current one
    bool operator==(const Logging&) const = default;
  } logging;

  /// [reconcile]: comparison of namespaces with their sources.
  struct Reconcile {
    OrphanPolicy orphan_policy = OrphanPolicy::kDelete;
    bool operator==(const Reconcile&) const = default;
  } reconcile;

  /// [limits]: for calls by agents.
  struct Limits {
    std::uint64_t token_limit = 10'000;  ///< for a find_code answer
    std::uint64_t max_results = 50;      ///< for a find_code answer
    std::uint64_t query_bytes = 10'000;  ///< longer queries are cut, with a warning
    bool operator==(const Limits&) const = default;
  } limits;

  friend bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SETTINGS_HPP_
