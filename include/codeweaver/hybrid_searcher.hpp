// HybridSearcher: answers queries from one index by dense and sparse retrieval.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_HYBRID_SEARCHER_HPP_
#define CODEWEAVER_HYBRID_SEARCHER_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/index_statistics.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/symbol_match.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Embedder;
class IntentClassifier;
class Logger;
class Overlay;
class Reranker;
class SparseEncoder;
class VectorStore;
struct IndexOptions;

/// Searches one immutable snapshot of an index. The CallContext of a search reaches the embedder,
/// the reranker and the store.
/// Thread safety: const members may be called concurrently, also while refresh() runs. A commit by
/// an Indexer never changes the snapshot that a running search reads.
class HybridSearcher {
 public:
  struct Parts {
    std::shared_ptr<const Embedder> embedder{};         ///< null: sparse search only
    std::shared_ptr<const Reranker> reranker{};         ///< null: the fused order is final
    std::shared_ptr<Logger> logger{};                   ///< null: no logs
    std::shared_ptr<const IntentClassifier> intents{};  ///< null: the built-in rules
    /// Finds the candidates instead of the index. It must hold the same data as the index; see
    /// WorkspaceOptions::store. Null: the index.
    std::shared_ptr<const VectorStore> store{};
    /// Adds terms to queries; must be the encoder that built the index. Null: none.
    std::shared_ptr<const SparseEncoder> sparse_encoder{};
    /// If true, a query that reports a problem ranks files higher if past commits with similar
    /// messages changed them. Considers the last 1,000 commits that lead to HEAD or to the searched
    /// commit. Reads them from the state directory, and others from the folder's repository.
    bool past_commits = false;
  };

  /// The tree to search. A state directory can hold several: the indexed folder, and also commits
  /// and linked worktrees.
  struct Tree {
    std::string name{};            ///< empty: the indexed folder
    std::string project_id{};      ///< project id in answers; empty: as recorded
    std::filesystem::path root{};  ///< root in answers; empty: as recorded
  };

  /// Opens the newest committed state under `state_dir`. Never writes there.
  /// Errors: kNotFound "INDEX_NOT_FOUND"; kCorruption (unknown schema or damage); kInvalidArgument
  /// "MODEL_MISMATCH" (another embedder built the index).
  static Result<HybridSearcher> open(const std::filesystem::path& state_dir, Parts parts,
                                     Tree tree);
  static Result<HybridSearcher> open(const std::filesystem::path& state_dir, Parts parts);

  /// Returns a searcher of the same index that uses the texts of `overlay` instead of the indexed
  /// files. All its members except statistics() answer as if these texts were saved and indexed.
  /// This searcher does not change, and nothing is written. Both searchers share their caches.
  /// - `options`: must be the options of the index. They define how texts are cut and how secrets
  ///   in them are treated.
  /// - Includes every path with a name of a known language. Ignore rules do not apply;
  ///   CodeWeaver::with_overlay() applies them.
  /// - Replaces an overlay that this searcher already has.
  /// - Does not call an embedder that is remote or costly (see EmbedderInfo): searches find the
  ///   texts by words, and answers warn about it. Does not use Parts::store.
  ///
  /// Cost: cuts and embeds texts that no searcher of this index has met lately (2 ms for 1,000
  /// lines), then a few microseconds for each chunk of the overlay.
  /// Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT" (an absolute path outside the project); errors
  /// of a custom chunker; kIo.
  Result<HybridSearcher> with_overlay(Overlay overlay, const IndexOptions& options) const;
  Result<HybridSearcher> with_overlay(Overlay overlay) const;

  HybridSearcher(HybridSearcher&&) noexcept;
  HybridSearcher& operator=(HybridSearcher&&) noexcept;
  ~HybridSearcher();

  /// Returns at most options.top_k matches, best first; equal scores are ordered by path, then by
  /// line. If nothing matches, the call succeeds and the answer has suggestions. If the embedder
  /// fails, only sparse retrieval runs, and the answer has a warning. If the reranker fails, the
  /// built-in one replaces it.
  /// Cost: one query embedding, one pass over the 8-bit codes of the vectors, and reading
  /// rerank_depth texts. A searcher caches the last 64 MiB of texts.
  /// Errors: kInvalidArgument "EMPTY_QUERY", "QUERY_TOO_LONG" (over 32 KiB), "UNKNOWN_LANGUAGE" or
  /// invalid options; kCancelled; kUnavailable if no result is possible.
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         const CallContext& call = {}) const;

  /// Like search(), with the defaults of the find_code tool: skips tests unless the intent is test.
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            const CallContext& call = {}) const;

  /// Explains why the file at `path` (relative to the project) is not in the answer: the stage of
  /// search() that dropped it, and the reason. If the file is in the answer, returns its position.
  /// Cost: one search and at most two deeper retrievals. Errors: as search().
  Result<WhyNot> why_not(std::string_view query, std::string_view path,
                         const SearchOptions& options = {}, const CallContext& call = {}) const;

  /// Returns definitions with this name or qualified name. Order: types and functions, then
  /// constructors and implementation blocks, then data; each group by path. If none exist, returns
  /// definitions with a qualified name that ends with `name`, in any naming style. The file name
  /// then counts as the first part of the qualified name ("argparse.ArgumentParser").
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20) const;
  /// Returns qualified names that the caller may have meant: they begin with the name, contain it,
  /// or are one typo away. Most similar first, no duplicates.
  std::vector<std::string> similar_symbols(std::string_view name, std::size_t limit = 10) const;

  /// Returns the lines that call or import `name`, or use it as a type, except those that define
  /// it. Ordered by path and line. Uses only the last part of a qualified name, and compares names
  /// only: other symbols with the same name are included. Cost: reads the chunks that contain the
  /// rarest of its words.
  Result<std::vector<ReferenceMatch>> find_references(std::string_view name,
                                                      std::size_t limit = 100) const;

  /// Returns the paths of files that define a symbol of one of these kinds, such as class, in
  /// order. Cost: reads the definitions of all chunks.
  Result<std::vector<std::string>> files_defining(std::span<const std::string> kinds) const;

  /// Returns for each of these lines of a file the innermost enclosing definition in the index.
  /// nullopt: there is none, or the file is not indexed. In a namespace, `path` is the path that
  /// its items give. Cost: reads the chunks of the lines.
  Result<std::vector<std::optional<SymbolMatch>>> definitions_at(
      std::string_view path, std::span<const std::uint32_t> lines) const;

  /// Returns for each of these files the number of chunks elsewhere that mention the names it
  /// defines. This estimates how much code depends on the file. Counts only distinctive names
  /// (several words, or with a capital), and compares names only. 0: none, or the file is not
  /// indexed. Cost: microseconds for each name; reads no text.
  std::vector<std::uint64_t> uses_of(std::span<const std::string> paths) const;

  /// Returns all definitions of an indexed file, including headings of documents, by line, outer
  /// ones first. Empty if the file is not indexed. Cost: reads its chunks.
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path) const;

  /// Completions of typed input, sorted, without duplicates. Cost: linear in the number of files
  /// or chunks.
  /// - complete_path(): paths that begin with `prefix`, or with a file name that begins with it.
  /// - complete_symbol(): qualified names of chunks that begin with `prefix`, or with a last part
  ///   that begins with it.
  std::vector<std::string> complete_path(std::string_view prefix, std::size_t limit = 100) const;
  std::vector<std::string> complete_symbol(std::string_view prefix, std::size_t limit = 100) const;

  /// Returns the indexed text of a file. `path` is relative to the project. Never reads the file
  /// itself. Errors: kNotFound "FILE_NOT_INDEXED".
  Result<std::string> file_text(std::string_view path) const;

  /// Switches to the newest committed state. Returns true if there was a newer one.
  /// Errors: as open(); the old state stays.
  Result<bool> refresh();

  /// Measures the size of the state directory; use file_count() if the number of files is enough.
  IndexStatistics statistics() const;
  /// Number of files with chunks in the snapshot.
  std::size_t file_count() const;

 private:
  friend class CodeWeaver;
  struct Impl;
  /// stale_files(): the indexed files that were deleted or modified in the working tree.
  /// current_files(): the subset of `paths` that did not change since it was indexed. See
  /// engine::StaleFiles.
  Result<std::vector<std::string>> stale_files(const IndexOptions& options,
                                               std::chrono::milliseconds patience,
                                               const std::stop_token& stop) const;
  Result<std::vector<std::string>> current_files(const IndexOptions& options,
                                                 std::span<const std::string> paths) const;
  explicit HybridSearcher(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_HYBRID_SEARCHER_HPP_
