// Settings: everything that can be configured, as plain structs with working defaults.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SETTINGS_HPP_
#define CODEWEAVER_SETTINGS_HPP_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// One struct a section of the settings file; docs/reference/settings.md lists ranges and choices.
/// Programs fill it from files, environment and command line; a library user sets what differs.
struct Settings {
  /// [codeweaver]
  struct General {
    std::string project_path;    ///< folder to index; empty: found from the working directory
    std::string project_id;      ///< empty: from the folder's name
    std::string data_dir;        ///< where state lies; empty: the user's data directory
    std::string active_project;  ///< id; goes before the one that `projects use` keeps
    std::vector<std::string> active_project_command;  ///< program and arguments that print the id
    bool operator==(const General&) const = default;
  } codeweaver;

  /// [indexing]: which files, when, with how many threads.
  struct Indexing {
    bool auto_index = true;                          ///< servers index their project at start
    bool watch = true;                               ///< servers follow changes of the files
    std::uint64_t watch_debounce_ms = 200;           ///< quiet time before changes are indexed
    std::uint64_t watch_check_seconds = 60;          ///< full checks where events do not suffice
    std::uint64_t stale_minutes = 60;                ///< age at which an unchecked index is stale
    std::uint64_t patience_ms = 1000;                ///< of a search, to index changed files first
    std::uint64_t first_index_wait_ms = 0;           ///< of searches; 0: they make it themselves
    std::uint64_t first_index_patience_ms = 8000;    ///< of searches, where it is soon there
    std::uint64_t publish_after_ms = 500;            ///< of work of a first run; 0: at its end
    std::uint64_t workers = 0;                       ///< threads; 0: one a core
    std::uint64_t memory_budget = 1ULL << 30;        ///< bytes that a run may hold
    std::uint64_t max_files = 500'000;               ///< more are refused
    std::uint64_t warn_files = 50'000;               ///< more give a warning
    std::uint64_t max_file_bytes = 10ULL << 20;      ///< larger files are skipped
    std::uint64_t max_document_bytes = 64ULL << 20;  ///< the same of PDF, DOCX, PPTX, notebooks
    std::vector<std::string>
        pdf_reader;  ///< program and arguments; empty: of the program that runs
    std::uint64_t parse_memory = 256ULL << 20;     ///< of one file; more makes text chunks
    std::uint64_t data_file_chunks = 4;            ///< of bulk data, by meaning; 0: all
    std::vector<std::string> exclude;              ///< patterns in gitignore syntax
    std::vector<std::string> tooling_directories;  ///< hidden folders to walk; empty: built-in list
    std::string secrets = "mask";                  ///< mask | leave_out | keep
    bool operator==(const Indexing&) const = default;
  } indexing;

  /// [chunking]: sizes in tokens of the core's own counter; min <= target <= max <= hard.
  struct Chunking {
    std::string strategy = "ast";       ///< ast | simple_file_chunks
    std::uint64_t target_tokens = 500;  ///< small neighbours are merged up to this size
    std::uint64_t min_tokens = 200;     ///< smaller chunks are merged if they can be
    std::uint64_t max_tokens = 800;     ///< larger definitions are split
    std::uint64_t hard_limit = 4000;    ///< never exceeded
    double text_overlap = 0.10;         ///< share of a text chunk repeated in the next
    std::map<std::string, std::string> extra_extensions;  ///< extension or name to language id
    bool operator==(const Chunking&) const = default;
  } chunking;

  /// [embedding]: the dense side.
  struct Embedding {
    std::string provider = "codeweaver";  ///< or onnx, voyage, openai, azure, ollama, cohere
    std::string model = "static-code-3";  ///< of others: this stands for their usual one
    std::string model_path;               ///< local model file or folder
    std::string pooling = "auto";         ///< of onnx: auto, mean, cls, max, last
    std::string url;                      ///< of a remote provider; empty: its usual one
    std::string api_key_env;              ///< variable that holds the key; empty: its usual one
    std::uint64_t dimension = 0;          ///< of a remote model that can shorten; 0: its own
    std::uint64_t batch_size = 100;       ///< chunks a request
    std::uint64_t max_requests = 10;      ///< in flight at once
    std::uint64_t timeout_ms = 30'000;    ///< of one request
    double price_per_million_tokens = 0;  ///< for estimates; 0: not known
    bool operator==(const Embedding&) const = default;
  } embedding;

  /// [sparse]: the lexical side.
  struct Sparse {
    std::string provider = "codeweaver";  ///< codeweaver (BM25F) or splade
    std::string model_path;               ///< SPLADE model folder
    bool operator==(const Sparse&) const = default;
  } sparse;

  /// [rerank]
  struct Rerank {
    std::string provider = "codeweaver";  ///< none: the fused order is final
    std::string model;                    ///< of the provider
    std::string model_path;               ///< of onnx: folder of a cross-encoder
    std::string url;                      ///< of a remote provider; empty: its usual one
    std::string api_key_env;              ///< variable that holds the key; empty: its usual one
    std::uint64_t depth = 100;            ///< candidates given to the reranker
    bool operator==(const Rerank&) const = default;
  } rerank;

  /// [onnx]: what runs models in ONNX's format.
  struct Onnx {
    std::string library;  ///< file of ONNX Runtime; empty: as the system finds it
    bool operator==(const Onnx&) const = default;
  } onnx;

  /// [network]: connections to stores and services.
  struct Network {
    std::string ca_file;  ///< certificates in PEM, trusted beside the system's; empty: none
    bool operator==(const Network&) const = default;
  } network;

  /// [store]: where the index lies.
  struct Store {
    std::string kind = "embedded";      ///< embedded | memory | qdrant | postgres | opensearch
    std::string url;                    ///< of a remote store
    std::string api_key_env;            ///< variable that holds its key or password
    std::string vector_index = "auto";  ///< auto | scan | faiss_flat | faiss_hnsw
    std::uint64_t timeout_ms = 30'000;  ///< of one request to a remote store
    bool operator==(const Store&) const = default;
  } store;

  /// [search]
  struct Search {
    std::uint64_t top_k = 10;         ///< matches of an answer
    std::uint64_t candidates = 0;     ///< a side; 0: max(100, 2 * top_k)
    std::string fusion = "rrf";       ///< rrf | weighted
    double rrf_k = 60;                ///< larger flattens the ranks
    double file_decay = 0.85;         ///< factor on each further match in a file
    double weight_rerank = 0.5;       ///< shares in the relevance; need not sum to 1
    double weight_dense = 0.3;        ///< vector similarity
    double weight_sparse = 0.1;       ///< lexical score
    double weight_semantic = 0.1;     ///< importance of the code's role
    double min_similarity = 0.3;      ///< as SearchOptions::min_similarity
    bool past_commits = true;         ///< reports raise what similar commits changed
    std::uint64_t context_lines = 3;  ///< before and after a match
    std::uint64_t deadline_ms = 0;    ///< 0: 3 s up to 10,000 files, 10 s above
    bool from_store = false;          ///< a query node: the store alone, no index and no files
    bool operator==(const Search&) const = default;
  } search;

  /// [server]
  struct Server {
    std::string host = "127.0.0.1";              ///< address to listen on
    std::uint64_t port = 9328;                   ///< 0: any free one
    std::string token;                           ///< required to bind anything but loopback
    std::string token_file;                      ///< holds the token, if `token` is empty
    bool open_changes = false;                   ///< without a token, anybody may change things
    std::vector<std::string> project_roots;      ///< folders that callers may name; empty: home
    std::vector<std::string> allowed_hosts;      ///< beside its own: what Host may name
    std::vector<std::string> allowed_origins;    ///< beside its own: pages that may call
    bool open_probes = false;                    ///< liveness and readiness without the token
    std::uint64_t workers = 8;                   ///< requests worked on at once
    std::uint64_t max_queued_requests = 256;     ///< that wait for that; more are refused
    std::uint64_t max_connections = 1024;        ///< open at once; more are refused
    std::uint64_t max_body_bytes = 16ULL << 20;  ///< of a request
    std::uint64_t request_timeout_ms = 120'000;  ///< until a request is answered; 0: none
    std::uint64_t header_timeout_ms = 10'000;    ///< from first to last byte of a request's head
    std::uint64_t idle_timeout_ms = 75'000;      ///< of a connection between requests
    bool operator==(const Server&) const = default;
  } server;

  /// [answer]: the model behind `ask`.
  struct Answer {
    std::string provider = "extractive";  ///< none, extractive, anthropic, openai, azure, ollama
    std::string model;                    ///< of the service
    std::string url;                      ///< empty: its usual one
    std::string api_key_env;              ///< variable that holds the key; empty: its usual one
    std::uint64_t top_k = 5;              ///< chunks given to the model
    bool operator==(const Answer&) const = default;
  } answer;

  /// [logging]
  struct Logging {
    std::string format = "json";            ///< json | text
    std::string level = "info";             ///< debug | info | warning | error | critical
    std::uint64_t max_bytes = 10ULL << 20;  ///< size at which a new file is begun
    std::uint64_t max_files = 5;            ///< kept, the current one included
    bool operator==(const Logging&) const = default;
  } logging;

  /// [reconcile]: namespaces against their sources.
  struct Reconcile {
    std::string orphan_policy = "delete";  ///< delete | keep | mark
    bool operator==(const Reconcile&) const = default;
  } reconcile;

  /// [limits]: of calls by agents.
  struct Limits {
    std::uint64_t token_limit = 10'000;  ///< of a find_code answer
    std::uint64_t max_results = 50;      ///< of a find_code answer
    std::uint64_t query_bytes = 10'000;  ///< longer queries are cut, with a warning
    bool operator==(const Limits&) const = default;
  } limits;

  friend bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SETTINGS_HPP_
