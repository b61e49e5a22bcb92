// StoreSearcher: answers queries from a vector store alone, without any index on this machine.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_STORE_SEARCHER_HPP_
#define CODEWEAVER_STORE_SEARCHER_HPP_

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// A query node: it holds nothing but settings, and asks a store that indexers elsewhere keep in
/// line with their projects. The store finds candidates; the files of those are read from it, and
/// ranked by the stages of every query, with the statistics of the whole project. So answers are
/// those of the project's own index as far as the store finds what that would find.
/// It has no files to look at: answers are as new as the store. Not there: commits (`ref`,
/// `changed_in`), exact text, references, what is called nearly so, names of which a part was
/// typed, and sparse encoders.
/// Thread safety: const members may be called concurrently.
class StoreSearcher {
 public:
  /// `parts.store` is asked, and has to be there; the embedder is the one of the indexers.
  /// Errors: kInvalidArgument "NO_STORE"; kUnsupported "SPARSE_ENCODER".
  static Result<StoreSearcher> open(std::string project_id, HybridSearcher::Parts parts);
  StoreSearcher(StoreSearcher&&) noexcept;
  StoreSearcher& operator=(StoreSearcher&&) noexcept;
  ~StoreSearcher();

  /// As CodeWeaver::search(), of the project's folder and its namespaces. Cost: some seven requests
  /// to the store a tree, and the files of up to some hundred candidates, of which the last 256 MiB
  /// are kept. Errors: also those of the store; kNotFound "PROJECT_NOT_FOUND" (the store has
  /// nothing of it), "NAMESPACE_NOT_FOUND"; kInvalidArgument "MODEL_MISMATCH"; kCorruption
  /// "SCHEMA_MISMATCH" (records of a version before this could be done).
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         std::stop_token stop = {}) const;
  /// The same with the defaults of the find_code tool: see HybridSearcher::find_code().
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            std::stop_token stop = {}) const;
  /// Definitions of the folder with that name or qualified name, in any style; in the order of
  /// HybridSearcher::find_symbol(). Of a name that hundreds of chunks hold, some may be missed.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20) const;
  /// Definitions of a file of the folder, by line; none: it is not in the store.
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path) const;
  /// The text of a file of the folder as it was indexed; between its chunks blank lines stand for
  /// what no chunk has. Errors: kNotFound "FILE_NOT_INDEXED".
  Result<std::string> file_text(std::string_view path) const;
  /// What the store has of the folder: files, chunks, and whose vectors. `is_indexing`: a writer
  /// is at it. What only the folder can tell, as what changed in it, is not known and left out.
  Result<RepoStatus> status() const;
  const std::string& project_id() const noexcept;

 private:
  struct Impl;
  explicit StoreSearcher(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_STORE_SEARCHER_HPP_
