// RecordSearch: one query to one collection of a store, without any index of its own.
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
#include "engine/searching/chunk_cache.hpp"
#include "engine/searching/question.hpp"
#include "engine/searching/shared_cache.hpp"
#include "engine/stores/record_state.hpp"
#include "engine/stores/stored_file.hpp"

namespace codeweaver::engine {

/// Files of stores, by collection, file key and revision: what was read lately is not read again.
using StoredFileCache = SharedCache<std::string, StoredFile>;

/// What all queries share.
struct RecordSearchParts {
  const HybridSearcher::Parts& parts;  ///< its store is asked
  ChunkCache& chunks;
  StoredFileCache& files;
};

/// Asks the store for the best records on each side and for definitions that the query names, reads
/// the whole files of those, and lets the stages of every query search them, with the statistics of
/// the collection. Thread safety: none; one object a query.
class RecordSearch {
 public:
  /// All must outlive it. Errors: those of the store; kCorruption "SCHEMA_MISMATCH" (records of
  /// another format); kInvalidArgument "MODEL_MISMATCH".
  static Result<RecordSearch> begin(const RecordSearchParts& shared, RecordCollection collection);

  /// The chunk strategy of a project's folder, as its indexer noted it.
  std::string strategy() const;

  /// As HybridSearcher::search().
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options,
                                         std::stop_token stop);
  /// As HybridSearcher::find_symbol(), of the definitions whose names are written so or in another
  /// style.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit);
  /// As HybridSearcher::definitions_in().
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path);
  /// As HybridSearcher::file_text(). Texts between chunks are blank lines.
  Result<std::string> file_text(std::string_view path);
  /// As StoreSearcher::status().
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
  /// Of what was found so far.
  Result<RecordState> read_state();
  SearchContext context(const RecordState& state, const HybridSearcher::Parts& parts) const;

  RecordSearchParts shared_;
  RecordCollection collection_;
  CollectionFacts facts_;
  IndexIdentity identity_{};
  IndexStatistics index_statistics_{};
  Contents lacking_{};
  CollectionStatistics statistics_{};
  std::map<std::string, std::string> wanted_{};  // revisions by file key; empty: not known
  std::size_t dimension_ = 0;
};

}  // namespace codeweaver::engine
