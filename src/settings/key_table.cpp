// The rows of the settings table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "settings/keys.hpp"

namespace codeweaver::settings {
namespace {

template <auto Section, auto Member>
Field at(Settings& settings) {
  return &((settings.*Section).*Member);
}

template <auto Section, auto Member>
Field enum_at(Settings& settings) {
  return reinterpret_cast<std::uint8_t*>(&((settings.*Section).*Member));
}

/// A key whose values are those of an enumeration.
template <auto Section, auto Member>
constexpr Key enum_key(std::string_view name, std::string_view doc, unsigned flags = kPlain) {
  using Enum = std::remove_reference_t<decltype((std::declval<Settings&>().*Section).*Member)>;
  return {name, doc, enum_at<Section, Member>, flags, 0, 0, kChoicesOf<Enum>};
}

using S = Settings;
constexpr std::span<const Choice> kNoChoices;
constexpr double kMillion = 1e6;
constexpr double kBillion = 1e9;
constexpr double kDayMs = 86'400'000;
constexpr std::string_view kKeyDoc =
    "Name of the environment variable that contains the API key; empty: the default name for the "
    "provider";
constexpr std::string_view kUrlDoc =
    "Address of the service; empty: the default address of the provider";

constexpr std::array kGeneral = {
    Key{"codeweaver.project_path", "Folder of the project; empty: found from the working directory",
        at<&S::codeweaver, &S::General::project_path>, kPath},
    Key{"codeweaver.project_id", "ID of the project; empty: made from the folder's name",
        at<&S::codeweaver, &S::General::project_id>},
    Key{"codeweaver.data_dir", "Folder for all indexes; empty: the user's data directory",
        at<&S::codeweaver, &S::General::data_dir>, kPath | kUserOnly},
    Key{"codeweaver.active_project",
        "ID of the active project; takes precedence over `projects use`",
        at<&S::codeweaver, &S::General::active_project>, kUserOnly},
    Key{"codeweaver.active_project_command",
        "Program with arguments that prints the ID of the active project; runs if nothing else "
        "names a project",
        at<&S::codeweaver, &S::General::active_project_command>, kUserOnly},
};

constexpr std::array kIndexing = {
    Key{"indexing.auto_index", "Servers index their project when they start",
        at<&S::indexing, &S::Indexing::auto_index>},
    Key{"indexing.watch", "Servers watch the project's files and update the index after changes",
        at<&S::indexing, &S::Indexing::watch>},
    Key{"indexing.watch_debounce_ms",
        "Quiet time after the last change before a watched project is indexed, in milliseconds",
        at<&S::indexing, &S::Indexing::watch_debounce_ms>, kAtLeast, 1, 60'000},
    Key{"indexing.watch_check_seconds",
        "Time between full checks of a watched project, in seconds, if the system cannot watch all "
        "its folders",
        at<&S::indexing, &S::Indexing::watch_check_seconds>, kAtLeast, 1, 86'400},
    Key{"indexing.stale_minutes",
        "Has no effect; accepted because earlier settings files may contain it",
        at<&S::indexing, &S::Indexing::stale_minutes>, kPlain, 0, kBillion},
    Key{"indexing.patience_ms",
        "Time that a search may spend on indexing changed files, in milliseconds; results do not "
        "include the remaining changed files until they are indexed",
        at<&S::indexing, &S::Indexing::patience_ms>, kAtMost, 0, 3'600'000},
    Key{"indexing.first_index_wait_ms",
        "Time that a search waits while another process makes the first index, in milliseconds; "
        "then it searches the finished part. 0: the search makes the index itself",
        at<&S::indexing, &S::Indexing::first_index_wait_ms>, kAtMost, 0, 3'600'000},
    Key{"indexing.first_index_patience_ms",
        "Limit instead of first_index_wait_ms if the first index is expected to be complete within "
        "this time, in milliseconds. In servers, the value 0 of first_index_wait_ms means 1,500 ms",
        at<&S::indexing, &S::Indexing::first_index_patience_ms>, kAtMost, 0, 3'600'000},
    Key{"indexing.publish_after_ms",
        "Time after which searches see the finished part of a first index, in milliseconds; the "
        "part is updated each time the elapsed time has tripled, and at least every 3 s. 0: "
        "searches see only the complete index",
        at<&S::indexing, &S::Indexing::publish_after_ms>, kPlain, 0, 3'600'000},
    Key{"indexing.workers",
        "Number of indexing threads; 0: one per core. Does not change the result",
        at<&S::indexing, &S::Indexing::workers>, kAtMost, 0, 1024, kNoChoices, kOneACore},
    Key{"indexing.memory_budget",
        "Target for the memory of an index run, in bytes; a lower value splits the index of a "
        "large project into more files",
        at<&S::indexing, &S::Indexing::memory_budget>, kAtMost, 64.0 * (1U << 20), 1024 * kBillion},
    Key{"indexing.max_files", "Projects with more files are not indexed",
        at<&S::indexing, &S::Indexing::max_files>, kAtMost, 1, kBillion},
    Key{"indexing.warn_files", "Projects with more files get a warning",
        at<&S::indexing, &S::Indexing::warn_files>, kAtMost, 1, kBillion},
    Key{"indexing.max_file_bytes", "Larger files are skipped with a warning",
        at<&S::indexing, &S::Indexing::max_file_bytes>, kShapesIndex | kAtMost, 1, 4 * kBillion},
    Key{"indexing.max_document_bytes", "The same limit for PDF, DOCX, PPTX and Jupyter notebooks",
        at<&S::indexing, &S::Indexing::max_document_bytes>, kShapesIndex | kAtMost, 1,
        4 * kBillion},
    Key{"indexing.pdf_reader",
        "Program with arguments that converts a PDF on standard input to Markdown; empty: "
        "codeweaver itself, if it finds PDFium",
        at<&S::indexing, &S::Indexing::pdf_reader>, kUserOnly},
    Key{"indexing.parse_memory",
        "Memory limit for parsing one file, in bytes; a file that needs more gets text chunks and "
        "a warning",
        at<&S::indexing, &S::Indexing::parse_memory>, kShapesIndex | kAtMost, 16.0 * (1U << 20),
        16384.0 * (1U << 20)},
    Key{"indexing.data_file_chunks",
        "Number of chunks of a large data file (records, recordings, translations, minified code) "
        "that are searched by meaning; all of the file is searched by words. 0: all chunks",
        at<&S::indexing, &S::Indexing::data_file_chunks>, kShapesIndex | kAtMost, 0, 1'000'000,
        kNoChoices, kNoLimit},
    Key{"indexing.exclude", "Patterns of files to exclude, in gitignore syntax",
        at<&S::indexing, &S::Indexing::exclude>, kShapesIndex},
    Key{"indexing.tooling_directories",
        "Hidden folders that are indexed; empty: the built-in list (.github, ...)",
        at<&S::indexing, &S::Indexing::tooling_directories>, kShapesIndex},
    enum_key<&S::indexing, &S::Indexing::secrets>(
        "indexing.secrets",
        "What to do with keys, tokens and passwords: skip the file, mask them in the text, or "
        "keep them",
        kShapesIndex | kAtMost),
};

constexpr std::array kChunking = {
    Key{"chunking.strategy",
        "How files are divided: ast (by syntax), simple_file_chunks (by lines) or a plug-in",
        at<&S::chunking, &S::Chunking::strategy>, kShapesIndex},
    Key{"chunking.target_tokens", "Target size of a chunk, in tokens",
        at<&S::chunking, &S::Chunking::target_tokens>, kShapesIndex, 10, 100'000},
    Key{"chunking.min_tokens",
        "Minimum size of a chunk, in tokens; smaller chunks are merged with their neighbours if "
        "possible",
        at<&S::chunking, &S::Chunking::min_tokens>, kShapesIndex, 1, 100'000},
    Key{"chunking.max_tokens",
        "Maximum size of a definition in one chunk, in tokens; larger definitions are split "
        "between their parts",
        at<&S::chunking, &S::Chunking::max_tokens>, kShapesIndex, 20, 100'000},
    Key{"chunking.hard_limit", "Maximum size of a chunk, in tokens",
        at<&S::chunking, &S::Chunking::hard_limit>, kShapesIndex, 20, 100'000},
    Key{"chunking.text_overlap", "Part of a text chunk that the next chunk repeats",
        at<&S::chunking, &S::Chunking::text_overlap>, kShapesIndex, 0, 0.5},
    Key{"chunking.extra_extensions", "More file extensions or file names, with their language",
        at<&S::chunking, &S::Chunking::extra_extensions>, kShapesIndex},
};

constexpr std::array kModels = {
    Key{"embedding.provider",
        "Provider of vectors: codeweaver (local), onnx (local), voyage, openai, azure, ollama, "
        "cohere",
        at<&S::embedding, &S::Embedding::provider>, kShapesIndex},
    Key{"embedding.model",
        "Model of the provider; other providers replace the default value by their own default "
        "model",
        at<&S::embedding, &S::Embedding::model>, kShapesIndex},
    Key{"embedding.model_path", "Local model file or folder",
        at<&S::embedding, &S::Embedding::model_path>, kShapesIndex | kPath | kUserOnly},
    enum_key<&S::embedding, &S::Embedding::pooling>(
        "embedding.pooling",
        "How onnx combines the vectors of tokens; auto: from the model folder, else mean"),
    Key{"embedding.url", kUrlDoc, at<&S::embedding, &S::Embedding::url>, kUserOnly},
    Key{"embedding.api_key_env", kKeyDoc, at<&S::embedding, &S::Embedding::api_key_env>, kUserOnly},
    Key{"embedding.dimension",
        "Length of the vectors, for remote models that support several; 0: the default of the "
        "model",
        at<&S::embedding, &S::Embedding::dimension>, kShapesIndex, 0, 65'536},
    Key{"embedding.batch_size", "Maximum number of chunks in one request",
        at<&S::embedding, &S::Embedding::batch_size>, kAtMost, 1, 100},
    Key{"embedding.max_requests", "Maximum number of concurrent requests",
        at<&S::embedding, &S::Embedding::max_requests>, kAtMost, 1, 10},
    Key{"embedding.timeout_ms", "Time limit of one request, in milliseconds",
        at<&S::embedding, &S::Embedding::timeout_ms>, kAtMost, 1, kBillion},
    Key{"embedding.price_per_million_tokens",
        "Price of a million tokens, for estimates; 0: unknown",
        at<&S::embedding, &S::Embedding::price_per_million_tokens>, kUserOnly, 0, kMillion},

    Key{"sparse.provider",
        "Provider of additional words for the search by words: codeweaver (adds none), splade or a "
        "plug-in",
        at<&S::sparse, &S::Sparse::provider>, kShapesIndex},
    Key{"sparse.model_path", "Folder of a SPLADE model", at<&S::sparse, &S::Sparse::model_path>,
        kShapesIndex | kPath | kUserOnly},

    Key{"rerank.provider",
        "Provider that reorders the candidates: codeweaver (local), onnx (local), voyage, cohere, "
        "jina, none",
        at<&S::rerank, &S::Rerank::provider>},
    Key{"rerank.model", "Model of the provider", at<&S::rerank, &S::Rerank::model>},
    Key{"rerank.model_path", "Folder of a cross-encoder, for onnx",
        at<&S::rerank, &S::Rerank::model_path>, kPath | kUserOnly},
    Key{"rerank.url", kUrlDoc, at<&S::rerank, &S::Rerank::url>, kUserOnly},
    Key{"rerank.api_key_env", kKeyDoc, at<&S::rerank, &S::Rerank::api_key_env>, kUserOnly},
    Key{"rerank.depth", "Number of candidates for the reranker; more candidates take more time",
        at<&S::rerank, &S::Rerank::depth>, kAtMost, 1, 1000},

    Key{"onnx.library",
        "Path of ONNX Runtime, for the models of onnx and splade; empty: libonnxruntime.so.1 from "
        "the system's library path",
        at<&S::onnx, &S::Onnx::library>, kPath | kUserOnly},
};

/// Names in store_kinds(); the values have no meaning.
enum class StoreName : std::uint8_t {};
constexpr std::array kStoreKinds = {Choice{StoreName{}, "embedded"}, Choice{StoreName{}, "memory"},
                                    Choice{StoreName{}, "qdrant"}, Choice{StoreName{}, "postgres"},
                                    Choice{StoreName{}, "opensearch"}};

constexpr std::array kStore = {
    Key{"network.ca_file",
        "File of certificates (PEM) to trust, such as a company's certificate authority: in "
        "addition to those of the system for https, instead of them for PostgreSQL",
        at<&S::network, &S::Network::ca_file>, kPath | kUserOnly},
    Key{"store.kind", "Kind of the store", at<&S::store, &S::Store::kind>, kUserOnly, 0, 0,
        kStoreKinds},
    Key{"store.url", "Address of a remote store", at<&S::store, &S::Store::url>, kUserOnly},
    Key{"store.api_key_env", "Environment variable with the key or password of the store",
        at<&S::store, &S::Store::api_key_env>, kUserOnly},
    enum_key<&S::store, &S::Store::vector_index>(
        "store.vector_index",
        "How vectors are searched; auto chooses the fastest method that is accurate enough"),
    Key{"store.timeout_ms", "Time limit of one request to a remote store, in milliseconds",
        at<&S::store, &S::Store::timeout_ms>, kAtMost, 1, kBillion},
};

constexpr std::array kSearch = {
    Key{"search.limit", "Number of matches", at<&S::search, &S::Search::top_k>, kPlain, 1, 1000},
    Key{"search.candidates",
        "Number of candidates from each search method; 0: the larger of 100 and twice the limit",
        at<&S::search, &S::Search::candidates>, kAtMost, 0, 100'000, kNoChoices, 100},
    enum_key<&S::search, &S::Search::fusion>("search.fusion",
                                             "How the dense and the sparse list are combined"),
    Key{"search.rrf_k",
        "Constant of reciprocal rank fusion; a larger value reduces the differences between ranks",
        at<&S::search, &S::Search::rrf_k>, kPlain, 1, 10'000},
    Key{"search.file_decay",
        "Factor for the relevance of each further match in the same file, down to 0.2; 1: no decay",
        at<&S::search, &S::Search::file_decay>, kPlain, 0.01, 1},
    Key{"search.weight_rerank", "Weight of the reranker in the relevance",
        at<&S::search, &S::Search::weight_rerank>, kPlain, 0, 1},
    Key{"search.weight_dense", "Weight of the vector similarity in the relevance",
        at<&S::search, &S::Search::weight_dense>, kPlain, 0, 1},
    Key{"search.weight_sparse", "Weight of the lexical score in the relevance",
        at<&S::search, &S::Search::weight_sparse>, kPlain, 0, 1},
    Key{"search.weight_semantic", "Weight of the code's role in the relevance",
        at<&S::search, &S::Search::weight_semantic>, kPlain, 0, 1},
    Key{"search.min_similarity",
        "Minimum similarity of matches; does not apply to exact matches, nor if the answer is "
        "doubtful",
        at<&S::search, &S::Search::min_similarity>, kPlain, 0, 1},
    Key{"search.past_commits",
        "For a query that reports a problem, rank a file higher if past commits with similar "
        "messages changed it",
        at<&S::search, &S::Search::past_commits>},
    Key{"search.context_lines", "Lines shown before and after a match",
        at<&S::search, &S::Search::context_lines>, kPlain, 0, 100},
    Key{"search.deadline_ms",
        "Time limit of a search, in milliseconds; 0: 3000 up to 10,000 files, 10000 above",
        at<&S::search, &S::Search::deadline_ms>, kAtMost, 0, kBillion, kNoChoices, 3000},
    Key{"search.from_store",
        "This machine is a query node: it searches only the store, keeps no index and reads no "
        "files",
        at<&S::search, &S::Search::from_store>, kUserOnly},
};

constexpr std::array kServer = {
    Key{"server.host", "Address to listen on", at<&S::server, &S::Server::host>, kUserOnly},
    Key{"server.port", "Port to listen on; 0: any free port", at<&S::server, &S::Server::port>,
        kUserOnly, 0, 65'535},
    Key{"server.token", "Bearer token; required to listen on other addresses than loopback",
        at<&S::server, &S::Server::token>, kUserOnly | kSecret},
    Key{"server.token_file", "File with the bearer token; created with a random token if missing",
        at<&S::server, &S::Server::token_file>, kUserOnly | kPath},
    Key{"server.open_changes", "If no token is set, callers may also change and delete data",
        at<&S::server, &S::Server::open_changes>, kUserOnly},
    Key{"server.project_roots", "Folders in which callers may use projects; empty: the home folder",
        at<&S::server, &S::Server::project_roots>, kUserOnly | kPath},
    Key{"server.allowed_hosts",
        "Host names that requests may use, in addition to localhost and server.host",
        at<&S::server, &S::Server::allowed_hosts>, kUserOnly},
    Key{"server.allowed_origins",
        "Origins of web pages that may call the server, such as https://example.org, in addition "
        "to its own page",
        at<&S::server, &S::Server::allowed_origins>, kUserOnly},
    Key{"server.open_probes", "Whether /health/live and /health/ready answer without the token",
        at<&S::server, &S::Server::open_probes>, kUserOnly},
    Key{"server.workers", "Maximum number of concurrent requests",
        at<&S::server, &S::Server::workers>, kUserOnly, 1, 1024},
    Key{"server.max_queued_requests", "Maximum number of waiting requests; more are refused",
        at<&S::server, &S::Server::max_queued_requests>, kUserOnly, 1, kMillion},
    Key{"server.max_connections", "Maximum number of open connections; more are refused",
        at<&S::server, &S::Server::max_connections>, kUserOnly, 1, kMillion},
    Key{"server.max_body_bytes",
        "Larger request bodies are refused; pushes, manifests and snapshots have other, fixed "
        "limits",
        at<&S::server, &S::Server::max_body_bytes>, kUserOnly, 1024, kBillion},
    Key{"server.request_timeout_ms",
        "Time limit of a request, in milliseconds; 0: no limit. Pushes and event streams have no "
        "limit",
        at<&S::server, &S::Server::request_timeout_ms>, kUserOnly, 0, kDayMs},
    Key{"server.header_timeout_ms",
        "Time limit for receiving the header of a request, in milliseconds",
        at<&S::server, &S::Server::header_timeout_ms>, kUserOnly, 1, kDayMs},
    Key{"server.idle_timeout_ms",
        "Time without a request after which a connection is closed, in milliseconds",
        at<&S::server, &S::Server::idle_timeout_ms>, kUserOnly, 1, kDayMs},
};

constexpr std::array kServices = {
    Key{"answer.provider",
        "Provider of answers: extractive (local, quotes), anthropic, openai, azure, ollama, none",
        at<&S::answer, &S::Answer::provider>},
    Key{"answer.model", "Model of the provider", at<&S::answer, &S::Answer::model>},
    Key{"answer.url", kUrlDoc, at<&S::answer, &S::Answer::url>, kUserOnly},
    Key{"answer.api_key_env", kKeyDoc, at<&S::answer, &S::Answer::api_key_env>, kUserOnly},
    Key{"answer.passages", "Number of passages that the model receives",
        at<&S::answer, &S::Answer::top_k>, kAtMost, 1, 100},

    enum_key<&S::logging, &S::Logging::format>("logging.format", "Format of the log lines"),
    enum_key<&S::logging, &S::Logging::level>("logging.level", "Lowest level that is logged"),
    Key{"logging.max_bytes", "Size at which a new log file is started",
        at<&S::logging, &S::Logging::max_bytes>, kAtMost, 1000, 100 * kBillion},
    Key{"logging.max_files", "Number of log files to keep, including the current file",
        at<&S::logging, &S::Logging::max_files>, kAtMost, 1, 1000},

    enum_key<&S::reconcile, &S::Reconcile::orphan_policy>(
        "reconcile.orphan_policy", "What a fix does with records that the source does not have"),

    Key{"limits.token_limit", "Maximum length of a find_code result, in tokens",
        at<&S::limits, &S::Limits::token_limit>, kAtMost, 200, kBillion},
    Key{"limits.max_results", "Maximum number of matches of a find_code result",
        at<&S::limits, &S::Limits::max_results>, kAtMost, 1, 1000},
    Key{"limits.query_bytes",
        "Longer queries are cut with a warning; queries over 32 KiB are cut in any case",
        at<&S::limits, &S::Limits::query_bytes>, kAtMost, 1, 10'000'000},
};

template <std::size_t... Sizes>
constexpr auto join(const std::array<Key, Sizes>&... parts) {
  std::array<Key, (Sizes + ...)> all{};
  std::size_t used = 0;
  const auto append = [&](const auto& part) {
    for (const Key& key : part) all[used++] = key;
  };
  (append(parts), ...);
  return all;
}

constexpr auto kKeys =
    join(kGeneral, kIndexing, kChunking, kModels, kStore, kSearch, kServer, kServices);

}  // namespace

std::span<const Key> keys() noexcept {
  return kKeys;
}

}  // namespace codeweaver::settings
