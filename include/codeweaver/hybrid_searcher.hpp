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
#include "codeweaver/call_graph.hpp"
#include "codeweaver/code_map.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/index_statistics.hpp"
#include "codeweaver/rename.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/symbol_match.hpp"
#include "codeweaver/why_not.hpp"

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

/// Searches one immutable snapshot of an index. A search passes its CallContext to the embedder,
/// the reranker and the store.
/// Thread safety: const members may be called concurrently, even while refresh() runs. A commit by
/// an Indexer never changes the snapshot that a running search reads.
class HybridSearcher {
 public:
  struct Parts {
    std::shared_ptr<const Embedder> embedder{};         ///< null: sparse search only
    std::shared_ptr<const Reranker> reranker{};         ///< null: the fused order is final
    std::shared_ptr<Logger> logger{};                   ///< null: no logs
    std::shared_ptr<const IntentClassifier> intents{};  ///< null: the built-in rules
    /// The store in which searches find candidates. It must hold the same data as the index; see
    /// WorkspaceOptions::store. Null: searches find candidates in the index.
    std::shared_ptr<const VectorStore> store{};
    /// Adds terms to queries. It must be the encoder that built the index. Null: no terms are
    /// added.
    std::shared_ptr<const SparseEncoder> sparse_encoder{};
    /// If true, a query that reports a problem ranks files higher if past commits with similar
    /// messages changed them. Considers the last 1,000 commits up to HEAD or up to the searched
    /// commit. The state directory stores those that an index run has seen; newer ones are read
    /// from the folder's repository.
    bool past_commits = false;
  };

  /// The file tree to search. A state directory can contain several trees: that of the indexed
  /// folder, and those of commits and linked worktrees.
  struct Tree {
    std::string name{};            ///< empty: the indexed folder
    std::string project_id{};      ///< project id in answers; empty: as recorded
    std::filesystem::path root{};  ///< root in answers; empty: as recorded
  };

  /// Opens the newest committed state under `state_dir`. Never writes to that directory.
  /// Errors: kNotFound "INDEX_NOT_FOUND"; kCorruption (unknown schema or damage); kInvalidArgument
  /// "MODEL_MISMATCH" (another embedder built the index).
  static Result<HybridSearcher> open(const std::filesystem::path& state_dir, Parts parts,
                                     Tree tree);
  static Result<HybridSearcher> open(const std::filesystem::path& state_dir, Parts parts);

  /// Returns a searcher of the same index that uses the texts of `overlay` instead of the indexed
  /// files. All its members except statistics() answer as if these texts were saved and indexed.
  /// Nothing is written, and this searcher does not change. Both searchers share their caches.
  /// - `options` must be the options of the index. They define how texts are cut and how secrets in
  ///   them are treated.
  /// - A text is used if the file name belongs to a known language. Ignore rules do not apply here,
  ///   but CodeWeaver::with_overlay() applies them.
  /// - If this searcher already has an overlay, the new overlay replaces it.
  /// - A remote or costly embedder (see EmbedderInfo) is not called. Searches then find the texts
  ///   only by their words, and answers have a warning. Parts::store is not used.
  ///
  /// Cost: about 2 ms for 1,000 lines that no searcher of this index has processed recently, and a
  /// few microseconds for each chunk of the overlay.
  /// Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT" (an absolute path outside the project); errors
  /// of a custom chunker; kIo.
  Result<HybridSearcher> with_overlay(Overlay overlay, const IndexOptions& options) const;
  Result<HybridSearcher> with_overlay(Overlay overlay) const;

  HybridSearcher(HybridSearcher&&) noexcept;
  HybridSearcher& operator=(HybridSearcher&&) noexcept;
  ~HybridSearcher();

  /// Returns at most options.top_k matches, best first. Matches with equal scores are ordered by
  /// path, then by line. If nothing matches, the call succeeds and the answer has suggestions. If
  /// the embedder fails, only sparse retrieval runs, and the answer has a warning. If the reranker
  /// fails, the built-in one replaces it.
  /// Cost: embeds the query, compares it with the 8-bit code of each vector, and reads the texts of
  /// up to rerank_depth candidates. A searcher caches up to 64 MiB of recently read texts.
  /// Errors: kInvalidArgument "EMPTY_QUERY", "QUERY_TOO_LONG" (over 32 KiB), "UNKNOWN_LANGUAGE" or
  /// invalid options; kCancelled; kUnavailable if no result is possible.
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         const CallContext& call = {}) const;

  /// Like search(), but if options.filter.include_tests is unset, tests are searched only if the
  /// intent is test. The find_code tool searches this way.
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            const CallContext& call = {}) const;

  /// Explains why the file at `path` (relative to the project) is not in the answer: returns the
  /// stage of search() that dropped the file, and the reason. If the answer contains the file,
  /// returns its position.
  /// Cost: one search and at most two more retrievals with more candidates. Errors: those of
  /// search().
  Result<WhyNot> why_not(std::string_view query, std::string_view path,
                         const SearchOptions& options = {}, const CallContext& call = {}) const;

  /// Returns at most `limit` definitions whose name or qualified name is `name`. Types and
  /// functions come first, then constructors and implementation blocks, then data; each group is
  /// sorted by path. If there are none, returns definitions whose name equals the last part of
  /// `name` in any naming style. The other parts of `name` must then occur, in this order, in the
  /// file path or the qualified name: "argparse.ArgumentParser" finds ArgumentParser in
  /// argparse.py.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20) const;
  /// Returns qualified names that the caller may have meant. Their last part begins with the last
  /// part of `name`, contains it, or differs from it by typing errors. Most similar first, without
  /// duplicates.
  std::vector<std::string> similar_symbols(std::string_view name, std::size_t limit = 10) const;

  /// Returns the lines that use `name`, except those that define it: linked ones first, then those
  /// known by name only, then those that mean something else; each by path and line. In languages
  /// whose names are linked (docs/internals/symbol_graph.md), a line is any use outside of comments
  /// and texts, and says what it means. In others, it is one that calls or imports the name, or
  /// uses it as a type, whichever definition it means. With a qualified name ("Cart.Add"), a use
  /// that is linked to another definition means something else.
  /// Cost: reads the chunks that contain the rarest of the words in `name`. The first look-up also
  /// parses their files and what these import. Linking ends after ten seconds; the rest is by name,
  /// and a warning says so. `warnings`: null, or a list that gets it.
  Result<std::vector<ReferenceMatch>> find_references(
      std::string_view name, std::size_t limit = 100,
      std::vector<std::string>* warnings = nullptr) const;

  /// Returns what is related to the definitions that `start` means, level by level. `start`: a name
  /// as for find_symbol(); the path of an indexed file; "PATH:LINE": the innermost definition
  /// there. Of imports, importers and cycles: the path of a file or folder ("." for the root);
  /// importers of a library: its name. Beyond depth 1, only linked uses count. Ends after ten
  /// seconds. Cost: that of find_references() for each definition on the way to callers; for
  /// callees, of linking the uses in each; for importers and cycles, of reading the imports of all
  /// files once. Errors: kInvalidArgument (an option out of range, or `changed_in`, which needs
  /// CodeWeaver); kUnsupported "LANGUAGE_NOT_LINKED" (not for callers and tests); kNotFound
  /// "FILE_NOT_INDEXED" (a file, folder or library of a question about imports).
  Result<CallGraphAnswer> call_graph(std::string_view start,
                                     const CallGraphOptions& options = {}) const;

  /// Returns what renaming a definition would change, and writes nothing: its declarations, all
  /// linked uses and imports, together with methods that override or implement each other. `name`:
  /// as for call_graph(), but not a file; if it means several definitions, they are listed. At most
  /// `limit` places with the name that are not in the diff. Ends after ten seconds. Cost: links the
  /// uses in all files with the name. Errors: kInvalidArgument "INVALID_VALUE" (`new_name` is not
  /// an identifier, a file in place of a name); kUnsupported "LANGUAGE_NOT_LINKED".
  Result<RenamePreview> rename_preview(std::string_view name, std::string_view new_name,
                                       std::size_t limit = 100) const;

  /// Returns the most important files and their most used definitions, as many as fit into
  /// options.token_limit. Files are ranked by how much others use them, which is counted by name
  /// in the files that import them. Ends after ten seconds. Cost: reads the facts of all files.
  /// Errors: kInvalidArgument "INVALID_VALUE"; kUnsupported "LANGUAGE_NOT_LINKED" (no file below
  /// the folder is in a linked language).
  Result<CodeMap> code_map(const CodeMapOptions& options = {}) const;

  /// Returns the paths of the files that define a symbol of one of these kinds (such as class), in
  /// order.
  /// Cost: reads the definitions of all chunks.
  Result<std::vector<std::string>> files_defining(std::span<const std::string> kinds) const;

  /// Returns, for each of the given lines of a file, the innermost definition around it. nullopt:
  /// there is none, or the file is not indexed. In a namespace, `path` is the path that the items
  /// give. Cost: reads the chunks that contain these lines.
  Result<std::vector<std::optional<SymbolMatch>>> definitions_at(
      std::string_view path, std::span<const std::uint32_t> lines) const;

  /// Returns an estimate of how much code depends on each of these files: the number of chunks in
  /// other files that mention a name defined in the file. Only distinctive names count: with
  /// several words, or with a capital letter. Only names are compared. 0: no chunk does, or the
  /// file is not indexed. Cost: microseconds for each name; reads no text.
  std::vector<std::uint64_t> uses_of(std::span<const std::string> paths) const;

  /// Returns all definitions of an indexed file, including headings of documents. Sorted by line; a
  /// definition comes before those inside it. Empty if the file is not indexed. Cost: reads the
  /// chunks of the file.
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path) const;

  /// Complete what a user has typed. The results are sorted and have no duplicates. Cost: linear in
  /// the number of files or chunks.
  /// - complete_path(): paths that begin with `prefix`, or whose file name does.
  /// - complete_symbol(): qualified names of chunks that begin with `prefix`, or whose last part
  ///   does.
  std::vector<std::string> complete_path(std::string_view prefix, std::size_t limit = 100) const;
  std::vector<std::string> complete_symbol(std::string_view prefix, std::size_t limit = 100) const;

  /// Returns the indexed text of the file at `path` (relative to the project). Never reads the file
  /// itself. Errors: kNotFound "FILE_NOT_INDEXED".
  Result<std::string> file_text(std::string_view path) const;

  /// Switches to the newest committed state. Returns true if there was a newer one.
  /// Errors: those of open(). After an error, the searcher keeps its state.
  Result<bool> refresh();

  /// Returns statistics of the index. Measures the size of the state directory, which file_count()
  /// does not do.
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
