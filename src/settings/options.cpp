// Converts settings to the options of library calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/options.hpp"

#include <string>

namespace codeweaver::settings {
namespace {

constexpr std::size_t kManyFiles = 10'000;
constexpr std::chrono::seconds kDeadline{3};
constexpr std::chrono::seconds kDeadlineOfManyFiles{10};

}  // namespace

IndexOptions index_options(const Settings& settings) {
  const auto& indexing = settings.indexing;
  const auto& chunking = settings.chunking;
  IndexOptions options;
  options.max_file_bytes = indexing.max_file_bytes;
  options.max_document_bytes = indexing.max_document_bytes;
  options.pdf_reader = indexing.pdf_reader;
  options.parse_memory = indexing.parse_memory;
  options.data_file_chunks = static_cast<std::uint32_t>(indexing.data_file_chunks);
  options.warn_files = indexing.warn_files;
  options.max_files = indexing.max_files;
  options.workers = indexing.workers;
  options.memory_budget = indexing.memory_budget;
  options.publish_after = std::chrono::milliseconds(indexing.publish_after_ms);
  options.exclude = indexing.exclude;
  options.tooling_directories = indexing.tooling_directories;
  options.secrets = indexing.secrets;
  options.extra_extensions = chunking.extra_extensions;
  options.chunk_strategy = chunking.strategy == to_string(ChunkStrategy::kSimpleFileChunks)
                               ? ChunkStrategy::kSimpleFileChunks
                               : ChunkStrategy::kAst;
  options.target_tokens = static_cast<std::uint32_t>(chunking.target_tokens);
  options.min_tokens = static_cast<std::uint32_t>(chunking.min_tokens);
  options.max_tokens = static_cast<std::uint32_t>(chunking.max_tokens);
  options.hard_limit = static_cast<std::uint32_t>(chunking.hard_limit);
  options.text_overlap = chunking.text_overlap;
  options.vector_index = settings.store.vector_index;
  return options;
}

WatchOptions watch_options(const Settings& settings) {
  return {std::chrono::milliseconds(settings.indexing.watch_debounce_ms),
          std::chrono::seconds(settings.indexing.watch_check_seconds)};
}

std::optional<std::chrono::milliseconds> first_index_wait(const Settings& settings) {
  const std::chrono::milliseconds wait(settings.indexing.first_index_wait_ms);
  return wait.count() > 0 ? std::optional(wait) : std::nullopt;
}

SearchOptions search_options(const Settings& settings, std::size_t files_in_index) {
  const auto& search = settings.search;
  SearchOptions options;
  options.top_k = search.top_k;
  options.candidates = search.candidates;
  options.fusion = search.fusion;
  options.rrf_k = search.rrf_k;
  options.file_decay = search.file_decay;
  options.rerank_depth = settings.rerank.provider == "none" ? 0 : settings.rerank.depth;
  options.weights.rerank = search.weight_rerank;
  options.weights.dense = search.weight_dense;
  options.weights.sparse = search.weight_sparse;
  options.weights.semantic = search.weight_semantic;
  options.min_similarity = search.min_similarity;
  options.context_lines = search.context_lines;
  options.deadline = std::chrono::milliseconds(search.deadline_ms);
  if (search.deadline_ms == 0)
    options.deadline = files_in_index > kManyFiles ? kDeadlineOfManyFiles : kDeadline;
  return options;
}

std::chrono::steady_clock::time_point end_of_lookup(const Settings& settings,
                                                    std::size_t files_in_index) {
  return std::chrono::steady_clock::now() + search_options(settings, files_in_index).deadline;
}

FileLogOptions log_options(const Settings& settings) {
  FileLogOptions options;
  options.format = settings.logging.format;
  options.level = settings.logging.level;
  options.max_bytes = settings.logging.max_bytes;
  options.max_files = settings.logging.max_files;
  return options;
}

}  // namespace codeweaver::settings
