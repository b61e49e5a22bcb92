// The rows of the settings table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>

#include "settings/keys.hpp"

namespace codeweaver::settings {
namespace {

template <auto Section, auto Member>
Field at(Settings& settings) {
  return &((settings.*Section).*Member);
}

using S = Settings;
constexpr double kMillion = 1e6;
constexpr double kBillion = 1e9;
constexpr double kDayMs = 86'400'000;
constexpr std::string_view kKeyDoc =
    "Environment variable that holds the key; empty: the usual one of the provider";
constexpr std::string_view kUrlDoc = "Address of the service; empty: the usual one of the provider";

constexpr std::array kGeneral = {
    Key{"codeweaver.project_path", "Folder to index; empty: found from the working directory",
        at<&S::codeweaver, &S::General::project_path>, kPath},
    Key{"codeweaver.project_id", "Name of the project; empty: made from the folder's name",
        at<&S::codeweaver, &S::General::project_id>},
    Key{"codeweaver.data_dir", "Folder that holds all indexes; empty: the user's data directory",
        at<&S::codeweaver, &S::General::data_dir>, kPath | kUserOnly},
    Key{"codeweaver.active_project",
        "Id of the active project; goes before the one that `projects use` keeps",
        at<&S::codeweaver, &S::General::active_project>, kUserOnly},
    Key{"codeweaver.active_project_command",
        "Program and its arguments that print the id of the active project; asked where no project "
        "is named otherwise",
        at<&S::codeweaver, &S::General::active_project_command>, kUserOnly},
};

constexpr std::array kIndexing = {
    Key{"indexing.auto_index", "Servers index their project when they start",
        at<&S::indexing, &S::Indexing::auto_index>},
    Key{"indexing.watch", "Servers follow changes of the files",
        at<&S::indexing, &S::Indexing::watch>},
    Key{"indexing.watch_debounce_ms",
        "Quiet time after the last change before a watched project is indexed, in milliseconds",
        at<&S::indexing, &S::Indexing::watch_debounce_ms>, kPlain, 1, 60'000},
    Key{"indexing.watch_check_seconds",
        "Time between full checks of a watched project where the system allows too few watches",
        at<&S::indexing, &S::Indexing::watch_check_seconds>, kPlain, 1, 86'400},
    Key{"indexing.stale_minutes", "Age from which an index that was not checked counts as stale",
        at<&S::indexing, &S::Indexing::stale_minutes>, kPlain, 0, kBillion},
    Key{"indexing.fresh_files", "Changed files that a search brings up to date before it answers",
        at<&S::indexing, &S::Indexing::fresh_files>, kPlain, 0, kBillion},
    Key{"indexing.first_index_wait_ms",
        "Time that searches wait for the first index of a project, which somebody else makes, in "
        "milliseconds; then they answer from what there is. 0: a search makes it itself",
        at<&S::indexing, &S::Indexing::first_index_wait_ms>, kPlain, 0, 3'600'000},
    Key{"indexing.first_index_patience_ms",
        "The same where its progress says that it will be whole by then; servers wait 1,500 ms "
        "else",
        at<&S::indexing, &S::Indexing::first_index_patience_ms>, kPlain, 0, 3'600'000},
    Key{"indexing.publish_after_ms",
        "A first run lets searches see what it has done after this time, in milliseconds, and "
        "again "
        "whenever that has tripled; 0: only its end",
        at<&S::indexing, &S::Indexing::publish_after_ms>, kPlain, 0, 3'600'000},
    Key{"indexing.workers", "Threads that index; 0: one a core. Never changes the result",
        at<&S::indexing, &S::Indexing::workers>, kPlain, 0, 1024},
    Key{"indexing.memory_budget",
        "Bytes of memory that indexing aims to stay below; with less it writes more segments",
        at<&S::indexing, &S::Indexing::memory_budget>, kPlain, 64.0 * (1U << 20), 1024 * kBillion},
    Key{"indexing.max_files", "Indexing is refused above this many files",
        at<&S::indexing, &S::Indexing::max_files>, kPlain, 1, kBillion},
    Key{"indexing.warn_files", "A warning is given above this many files",
        at<&S::indexing, &S::Indexing::warn_files>, kPlain, 1, kBillion},
    Key{"indexing.max_file_bytes", "Larger files are skipped with a warning",
        at<&S::indexing, &S::Indexing::max_file_bytes>, kShapesIndex, 1, 4 * kBillion},
    Key{"indexing.max_document_bytes", "The same limit for PDF, DOCX, PPTX and Jupyter notebooks",
        at<&S::indexing, &S::Indexing::max_document_bytes>, kShapesIndex, 1, 4 * kBillion},
    Key{"indexing.pdf_reader",
        "Program and its arguments that turn a PDF on standard input to Markdown; empty: the "
        "program itself, where it finds PDFium",
        at<&S::indexing, &S::Indexing::pdf_reader>, kUserOnly},
    Key{"indexing.parse_memory",
        "Bytes of memory that parsing one file may take; a file that needs more gets text chunks, "
        "with a warning",
        at<&S::indexing, &S::Indexing::parse_memory>, kShapesIndex, 16.0 * (1U << 20),
        16384.0 * (1U << 20)},
    Key{"indexing.data_file_chunks",
        "Chunks of one file of bulk data (records, recordings, translations, minified code) that "
        "are searched by "
        "meaning; its words find the rest. 0: all",
        at<&S::indexing, &S::Indexing::data_file_chunks>, kShapesIndex, 0, 1'000'000},
    Key{"indexing.exclude", "Patterns of files to leave out, in gitignore syntax",
        at<&S::indexing, &S::Indexing::exclude>, kShapesIndex},
    Key{"indexing.tooling_directories",
        "Hidden folders that are indexed all the same; empty: the built-in list (.github, ...)",
        at<&S::indexing, &S::Indexing::tooling_directories>, kShapesIndex},
    Key{"indexing.secrets",
        "Keys, tokens and passwords: masked in the text, or files that hold one left out, or kept",
        at<&S::indexing, &S::Indexing::secrets>, kShapesIndex, 0, 0, "mask|leave_out|keep"},
};

constexpr std::array kChunking = {
    Key{"chunking.strategy",
        "How files are cut: ast (by syntax), simple_file_chunks (runs of lines), a plug-in",
        at<&S::chunking, &S::Chunking::strategy>, kShapesIndex},
    Key{"chunking.target_tokens", "Size that chunks aim at, in tokens",
        at<&S::chunking, &S::Chunking::target_tokens>, kShapesIndex, 10, 100'000},
    Key{"chunking.min_tokens", "Smaller chunks are merged with their neighbours where possible",
        at<&S::chunking, &S::Chunking::min_tokens>, kShapesIndex, 1, 100'000},
    Key{"chunking.max_tokens", "Larger definitions are split at the boundaries of their parts",
        at<&S::chunking, &S::Chunking::max_tokens>, kShapesIndex, 20, 100'000},
    Key{"chunking.hard_limit", "No chunk is larger than this, in tokens",
        at<&S::chunking, &S::Chunking::hard_limit>, kShapesIndex, 20, 100'000},
    Key{"chunking.text_overlap", "Share of a text chunk that the next one repeats",
        at<&S::chunking, &S::Chunking::text_overlap>, kShapesIndex, 0, 0.5},
    Key{"chunking.extra_extensions", "Further file extensions or names, and the language of each",
        at<&S::chunking, &S::Chunking::extra_extensions>, kShapesIndex},
};

constexpr std::array kModels = {
    Key{"embedding.provider",
        "Who turns text into vectors: codeweaver (local), onnx (local), voyage, openai, azure, "
        "ollama, "
        "cohere",
        at<&S::embedding, &S::Embedding::provider>, kShapesIndex},
    Key{"embedding.model", "Model of the provider; the default stands for the usual one of others",
        at<&S::embedding, &S::Embedding::model>, kShapesIndex},
    Key{"embedding.model_path", "Local model file or folder",
        at<&S::embedding, &S::Embedding::model_path>, kShapesIndex | kPath | kUserOnly},
    Key{"embedding.pooling",
        "How onnx makes one vector of those of tokens; auto: as the folder says, else mean",
        at<&S::embedding, &S::Embedding::pooling>, kPlain, 0, 0, "auto|mean|cls|max|last"},
    Key{"embedding.url", kUrlDoc, at<&S::embedding, &S::Embedding::url>, kUserOnly},
    Key{"embedding.api_key_env", kKeyDoc, at<&S::embedding, &S::Embedding::api_key_env>, kUserOnly},
    Key{"embedding.dimension",
        "Numbers of a vector, of remote models that can make shorter ones; 0: as the model makes "
        "them",
        at<&S::embedding, &S::Embedding::dimension>, kShapesIndex, 0, 65'536},
    Key{"embedding.batch_size", "Chunks in one request",
        at<&S::embedding, &S::Embedding::batch_size>, kPlain, 1, 100},
    Key{"embedding.max_requests", "Requests in flight at once",
        at<&S::embedding, &S::Embedding::max_requests>, kPlain, 1, 10},
    Key{"embedding.timeout_ms", "Time limit of one request, in milliseconds",
        at<&S::embedding, &S::Embedding::timeout_ms>, kPlain, 1, kBillion},
    Key{"embedding.price_per_million_tokens",
        "Price of a million tokens, for estimates; 0: not known",
        at<&S::embedding, &S::Embedding::price_per_million_tokens>, kPlain, 0, kMillion},

    Key{"sparse.provider",
        "Who adds words to the lexical index: codeweaver (nobody, BM25F alone), splade, a plug-in",
        at<&S::sparse, &S::Sparse::provider>, kShapesIndex},
    Key{"sparse.model_path", "Folder of a SPLADE model", at<&S::sparse, &S::Sparse::model_path>,
        kShapesIndex | kPath | kUserOnly},

    Key{"rerank.provider",
        "Who reorders the candidates: codeweaver (local), onnx (local), voyage, cohere, jina, none",
        at<&S::rerank, &S::Rerank::provider>},
    Key{"rerank.model", "Model of the provider", at<&S::rerank, &S::Rerank::model>},
    Key{"rerank.model_path", "Folder of a cross-encoder, for onnx",
        at<&S::rerank, &S::Rerank::model_path>, kPath | kUserOnly},
    Key{"rerank.url", kUrlDoc, at<&S::rerank, &S::Rerank::url>, kUserOnly},
    Key{"rerank.api_key_env", kKeyDoc, at<&S::rerank, &S::Rerank::api_key_env>, kUserOnly},
    Key{"rerank.depth", "Candidates given to the reranker; its time grows with them",
        at<&S::rerank, &S::Rerank::depth>, kPlain, 1, 1000},

    Key{"onnx.library",
        "File of ONNX Runtime, which runs the models of onnx and splade; empty: "
        "libonnxruntime.so.1, as the system finds it",
        at<&S::onnx, &S::Onnx::library>, kPath | kUserOnly},
};

constexpr std::array kStore = {
    Key{"network.ca_file",
        "File of certificates (PEM) that stores and services are trusted by beside those of the "
        "system, as of a company's own authority",
        at<&S::network, &S::Network::ca_file>, kPath | kUserOnly},
    Key{"store.kind", "Where the index lies", at<&S::store, &S::Store::kind>, kUserOnly, 0, 0,
        "embedded|memory|qdrant|postgres|opensearch"},
    Key{"store.url", "Address of a remote store", at<&S::store, &S::Store::url>, kUserOnly},
    Key{"store.api_key_env", "Environment variable that holds the key or password of the store",
        at<&S::store, &S::Store::api_key_env>, kUserOnly},
    Key{"store.vector_index",
        "How vectors are searched; auto takes the fastest that is exact enough",
        at<&S::store, &S::Store::vector_index>, kPlain, 0, 0, "auto|scan|faiss_flat|faiss_hnsw"},
    Key{"store.timeout_ms", "Time limit of one request to a remote store, in milliseconds",
        at<&S::store, &S::Store::timeout_ms>, kPlain, 1, kBillion},
};

constexpr std::array kSearch = {
    Key{"search.top_k", "Matches of an answer", at<&S::search, &S::Search::top_k>, kPlain, 1, 1000},
    Key{"search.candidates", "Candidates of each side; 0: the larger of 100 and twice top_k",
        at<&S::search, &S::Search::candidates>, kPlain, 0, 100'000},
    Key{"search.fusion", "How the dense and the sparse list become one",
        at<&S::search, &S::Search::fusion>, kPlain, 0, 0, "rrf|weighted"},
    Key{"search.rrf_k", "Constant of reciprocal rank fusion; larger flattens the ranks",
        at<&S::search, &S::Search::rrf_k>, kPlain, 1, 10'000},
    Key{"search.file_decay",
        "Factor on the relevance of each further match in a file, down to 0.2; 1: none",
        at<&S::search, &S::Search::file_decay>, kPlain, 0.01, 1},
    Key{"search.weight_rerank", "Share of the reranker in the relevance",
        at<&S::search, &S::Search::weight_rerank>, kPlain, 0, 1},
    Key{"search.weight_dense", "Share of the vector similarity in the relevance",
        at<&S::search, &S::Search::weight_dense>, kPlain, 0, 1},
    Key{"search.weight_sparse", "Share of the lexical score in the relevance",
        at<&S::search, &S::Search::weight_sparse>, kPlain, 0, 1},
    Key{"search.weight_semantic", "Share of the importance of the code's role in the relevance",
        at<&S::search, &S::Search::weight_semantic>, kPlain, 0, 1},
    Key{"search.min_similarity",
        "Matches below are left out unless the answer is in doubt; exact ones never",
        at<&S::search, &S::Search::min_similarity>, kPlain, 0, 1},
    Key{"search.past_commits",
        "A report of a problem raises the files that past commits with such messages changed",
        at<&S::search, &S::Search::past_commits>},
    Key{"search.context_lines", "Lines shown before and after a match",
        at<&S::search, &S::Search::context_lines>, kPlain, 0, 100},
    Key{"search.deadline_ms",
        "Time limit of a search, in milliseconds; 0: 3000 up to 10,000 files, 10000 above",
        at<&S::search, &S::Search::deadline_ms>, kPlain, 0, kBillion},
    Key{"search.from_store",
        "This machine is a query node: it asks the store alone, and keeps no index and reads no "
        "files",
        at<&S::search, &S::Search::from_store>, kUserOnly},
};

constexpr std::array kServer = {
    Key{"server.host", "Address to listen on", at<&S::server, &S::Server::host>, kUserOnly},
    Key{"server.port", "Port to listen on; 0: any free one", at<&S::server, &S::Server::port>,
        kUserOnly, 0, 65'535},
    Key{"server.token", "Bearer token; required to listen on anything but loopback",
        at<&S::server, &S::Server::token>, kUserOnly | kSecret},
    Key{"server.token_file",
        "File that holds the bearer token; made, with a token of chance, where there is none",
        at<&S::server, &S::Server::token_file>, kUserOnly | kPath},
    Key{"server.open_changes", "Without a token, callers may change and delete as well as search",
        at<&S::server, &S::Server::open_changes>, kUserOnly},
    Key{"server.project_roots", "Folders that callers may name; empty: the home folder",
        at<&S::server, &S::Server::project_roots>, kUserOnly | kPath},
    Key{"server.allowed_hosts",
        "Names that requests may call the server by, beside localhost and server.host",
        at<&S::server, &S::Server::allowed_hosts>, kUserOnly},
    Key{"server.allowed_origins",
        "Origins of web pages that may call the server, as https://example.org, beside its own",
        at<&S::server, &S::Server::allowed_origins>, kUserOnly},
    Key{"server.open_probes",
        "Whether /health/live and /health/ready are answered without the token",
        at<&S::server, &S::Server::open_probes>, kUserOnly},
    Key{"server.workers", "Requests that are worked on at once",
        at<&S::server, &S::Server::workers>, kUserOnly, 1, 1024},
    Key{"server.max_queued_requests", "Requests that wait for that; more are refused",
        at<&S::server, &S::Server::max_queued_requests>, kUserOnly, 1, kMillion},
    Key{"server.max_connections", "Connections that are open at once; more are refused",
        at<&S::server, &S::Server::max_connections>, kUserOnly, 1, kMillion},
    Key{"server.max_body_bytes",
        "Larger requests are refused; pushes and manifests have the limits of their contract",
        at<&S::server, &S::Server::max_body_bytes>, kUserOnly, 1024, kBillion},
    Key{"server.request_timeout_ms",
        "Time until a request is answered, in milliseconds, then it is refused; 0: any. Pushes and "
        "events may take any",
        at<&S::server, &S::Server::request_timeout_ms>, kUserOnly, 0, kDayMs},
    Key{"server.header_timeout_ms",
        "Time from the first to the last byte of a request's head, in milliseconds",
        at<&S::server, &S::Server::header_timeout_ms>, kUserOnly, 1, kDayMs},
    Key{"server.idle_timeout_ms",
        "Time without a request, in milliseconds, after which a connection is closed",
        at<&S::server, &S::Server::idle_timeout_ms>, kUserOnly, 1, kDayMs},
};

constexpr std::array kServices = {
    Key{"answer.provider",
        "What answers questions: extractive (local, quotes), anthropic, openai, azure, ollama, "
        "none",
        at<&S::answer, &S::Answer::provider>},
    Key{"answer.model", "Model of the service", at<&S::answer, &S::Answer::model>},
    Key{"answer.url", kUrlDoc, at<&S::answer, &S::Answer::url>, kUserOnly},
    Key{"answer.api_key_env", kKeyDoc, at<&S::answer, &S::Answer::api_key_env>, kUserOnly},
    Key{"answer.top_k", "Chunks given to the model", at<&S::answer, &S::Answer::top_k>, kPlain, 1,
        100},

    Key{"logging.format", "Form of the log lines", at<&S::logging, &S::Logging::format>, kPlain, 0,
        0, "json|text"},
    Key{"logging.level", "Records below are dropped", at<&S::logging, &S::Logging::level>, kPlain,
        0, 0, "debug|info|warning|error|critical"},
    Key{"logging.max_bytes", "Size at which the log file is renamed and a new one begun",
        at<&S::logging, &S::Logging::max_bytes>, kPlain, 1000, 100 * kBillion},
    Key{"logging.max_files", "Log files kept, the current one included",
        at<&S::logging, &S::Logging::max_files>, kPlain, 1, 1000},

    Key{"reconcile.orphan_policy", "What a fix does about records whose source is gone",
        at<&S::reconcile, &S::Reconcile::orphan_policy>, kPlain, 0, 0, "delete|keep|mark"},

    Key{"limits.token_limit", "Tokens of a find_code answer",
        at<&S::limits, &S::Limits::token_limit>, kPlain, 200, kBillion},
    Key{"limits.max_results", "Matches of a find_code answer",
        at<&S::limits, &S::Limits::max_results>, kPlain, 1, 1000},
    Key{"limits.query_bytes", "Longer queries are cut, with a warning",
        at<&S::limits, &S::Limits::query_bytes>, kPlain, 1, 10'000'000},
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
