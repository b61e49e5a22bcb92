// RecordSearch: one query on one collection of a store, without a local index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/searching/open/chunk_cache.hpp"
#include "engine/searching/open/shared_cache.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/stores/record_state.hpp"
#include "engine/stores/stored_file.hpp"

namespace codeweaver::engine {

/// Recently read files of stores, by collection, file key and revision.
using StoredFileCache = SharedCache<std::string, StoredFile>;

/// Parts shared by all queries.
struct RecordSearchParts {
  const HybridSearcher::Parts& parts;  ///< its store is searched
  ChunkCache& chunks;
  StoredFileCache& files;
};

/// Searches the store for the best records on each side and for definitions that the query names,
/// and reads the whole files of these records. Then the usual stages of a query search those files,
/// with the statistics of the collection. Thread safety: none; use one object for each query.
class RecordSearch {
 public:
  /// All arguments must outlive it. Errors: those of the store; kCorruption "SCHEMA_MISMATCH"
  /// (records of another format); kInvalidArgument "MODEL_MISMATCH".
  static Result<RecordSearch> begin(const RecordSearchParts& shared, RecordCollection collection);

  /// The chunk strategy of a project's folder, as recorded by its indexer.
  std::string strategy() const;

  /// Like HybridSearcher::search().
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options,
                                         std::stop_token stop);
  /// Like HybridSearcher::find_symbol(), for definitions with this name in any naming style.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit);
  /// Like HybridSearcher::definitions_in().
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path);
  /// Like HybridSearcher::file_text(). Text between chunks is replaced by blank lines.
  Result<std::string> file_text(std::string_view path);
  /// Like StoreSearcher::status().
  Result<RepoStatus> status() const;

 private:
  RecordSearch(const RecordSearchParts& shared, RecordCollection collection, CollectionFacts facts)
      : shared_(shared), collection_(std::move(collection)), facts_(std::move(facts)) {}

  const VectorStore& store() const noexcept { return *shared_.parts.store; }
  Result<void> count_terms(const Question& question);
  Result<void> find_lexical(const Question& question);
  Result<void> find_dense(const Question& question, const Embedder& embedder);
  Result<void> find_named(std::string_view name);
  Result<void> find_place(const SourcePlace& place);
  void want(const std::vector<RecordHit>& hits);
  /// Reads the files found so far.
  Result<RecordState> read_state();
  SearchContext context(const RecordState& state, const HybridSearcher::Parts& parts) const;

  RecordSearchParts shared_;
  RecordCollection collection_;
  CollectionFacts facts_;
  IndexIdentity identity_{};
  IndexStatistics index_statistics_{};
  Contents lacking_{};
  CollectionStatistics statistics_{};
  std::map<std::string, std::string> wanted_{};  // revisions by file key; empty: unknown
  std::size_t dimension_ = 0;
};

}  // namespace codeweaver::engine
