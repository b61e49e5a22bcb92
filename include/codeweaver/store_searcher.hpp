// StoreSearcher: answers queries from a vector store only, without an index on this machine.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_STORE_SEARCHER_HPP_
#define CODEWEAVER_STORE_SEARCHER_HPP_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/repo_status.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/searchable.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Searches a project in a store, without its files or index: a query node. Indexers on other
/// machines keep the store up to date. The store finds candidates. The node reads their files from
/// the store, and ranks them with the usual stages and the statistics of the whole project. So the
/// answers equal those of the project's own index if the store finds the same candidates. Answers
/// are as recent as the store, because the node cannot check files. It has only the feature
/// kLookups. It does not support partial names in find_symbol(), nor sparse encoders.
class StoreSearcher final : public ContextSearchable {
 public:
  /// `parts.store` is required. The embedder must be the indexers' embedder. Errors:
  /// kInvalidArgument "NO_STORE"; kUnsupported "SPARSE_ENCODER".
  static Result<StoreSearcher> open(std::string project_id, HybridSearcher::Parts parts);
  StoreSearcher(StoreSearcher&&) noexcept;
  StoreSearcher& operator=(StoreSearcher&&) noexcept;
  ~StoreSearcher() override;

  /// Returns a project with its id, which is also its display name. It has no folder and no state.
  const Project& project() const noexcept override;
  bool can(Feature feature) const noexcept override;

  /// Like CodeWeaver::search(), for the project's folder and its namespaces. Cost: about seven
  /// requests per tree, plus the files of up to a few hundred candidates; a cache keeps the latest
  /// 256 MiB of them. Errors: also errors of the store; kNotFound "PROJECT_NOT_FOUND" (the store
  /// has no data of the project), "NAMESPACE_NOT_FOUND"; kInvalidArgument "MODEL_MISMATCH";
  /// kCorruption "SCHEMA_MISMATCH" (records of an older version that does not support this).
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         const CallContext& call = {}) override;
  /// Like search(), with the defaults of the find_code tool; see HybridSearcher::find_code().
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            const CallContext& call = {}) override;
  /// Returns definitions in the project's folder with this name or qualified name, in any naming
  /// style, sorted as in HybridSearcher::find_symbol(). If hundreds of chunks contain the name,
  /// some definitions may be missing.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20,
                                               const Lookup& lookup = {},
                                               const CallContext& call = {}) override;
  /// Returns the definitions in a file of the folder, by line; empty if the store does not have the
  /// file.
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path, const Lookup& lookup = {},
                                                  const CallContext& call = {}) override;
  /// Returns the indexed text of a file of the folder. Parts of the file that no chunk contains are
  /// replaced by blank lines. Errors: kNotFound "FILE_NOT_INDEXED".
  Result<std::string> file_text(std::string_view path, const Lookup& lookup = {},
                                const CallContext& call = {}) override;
  /// Returns the store's data about the folder: the number of files and chunks, and the embedder.
  /// `is_indexing` is true if an indexer is writing to the store. Values that require the folder
  /// itself, for example changed files, are not set.
  Result<RepoStatus> status(const CallContext& call = {}) const override;

 private:
  struct Impl;
  explicit StoreSearcher(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_STORE_SEARCHER_HPP_
