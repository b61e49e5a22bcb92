// HybridSearcher: answers queries from one index, fusing dense and sparse retrieval.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_HYBRID_SEARCHER_HPP_
#define CODEWEAVER_HYBRID_SEARCHER_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/secret_policy.hpp"

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

/// A definition found by name.
struct SymbolMatch {
  std::string name{}, qualified_name{}, kind{}, path{};
  Span lines{};
};

/// A line that uses a name.
struct ReferenceMatch {
  std::string path{}, language{};
  std::uint32_t line = 1, column = 1;  ///< of the name, from 1; bytes
  std::string text{};                  ///< of the line
  std::string enclosing{};             ///< the definition that holds it, qualified; empty: none
};

/// What a committed state holds.
struct IndexStatistics {
  std::uint64_t generation = 0;
  std::size_t files = 0;  ///< indexed ones, without chunks, too
  std::size_t chunks = 0;
  std::map<std::string, std::size_t> languages{};  ///< language id to files
  std::uint64_t size_bytes = 0;                    ///< state directory on disk
  std::uint64_t source_bytes = 0;                  ///< of the indexed files of this tree
  double size_ratio = 0;                           ///< size_bytes / source_bytes; 0: no source
  SecretCounts secrets{};                          ///< of this tree and of what was pushed
  std::size_t bulk_files = 0;  ///< that IndexOptions::data_file_chunks left to words in part
  /// Files that lack vectors, or words of the sparse encoder, because there was no model or it
  /// failed: their own words alone find them.
  std::size_t files_without_vectors = 0;
  std::string last_indexed{};  ///< ISO 8601; empty: never
  std::string embedder_provider{}, embedder_model{};
};

/// Searches one immutable snapshot of an index.
/// Thread safety: const members may be called concurrently; a commit by an Indexer elsewhere
/// never moves the snapshot under a running search. refresh() may run beside searches.
class HybridSearcher {
 public:
  struct Parts {
    std::shared_ptr<const Embedder> embedder{};         ///< null: sparse search only
    std::shared_ptr<const Reranker> reranker{};         ///< null: fused order is final
    std::shared_ptr<Logger> logger{};                   ///< null: silent
    std::shared_ptr<const IntentClassifier> intents{};  ///< null: the built-in rules
    /// Finds the candidates instead of the index itself, which has to be in line with it; see
    /// WorkspaceOptions::store. Null: the index.
    std::shared_ptr<const VectorStore> store{};
    /// Adds words to queries: the one that built the index. Null: none.
    std::shared_ptr<const SparseEncoder> sparse_encoder{};
    /// A report of a problem also raises files that commits changed whose messages read like it:
    /// of the last 1,000 that lead to HEAD, or to the commit that is searched, as CodeWeaver keeps
    /// them in the state; what it does not hold is read from the folder's repository.
    bool past_commits = false;
  };

  /// Which tree of files to search, where a state directory holds several: CodeWeaver keeps
  /// commits and linked worktrees beside the folder that was indexed.
  struct Tree {
    std::string name{};            ///< empty: that folder
    std::string project_id{};      ///< what answers say; empty: as recorded
    std::filesystem::path root{};  ///< the same
  };

  /// Opens the newest committed state under `state_dir`; never writes there.
  /// Errors: kNotFound "INDEX_NOT_FOUND", kCorruption (schema or damage), kInvalidArgument
  /// "MODEL_MISMATCH" (the embedder is not the one that built the index).
  static Result<HybridSearcher> open(const std::filesystem::path& state_dir, Parts parts,
                                     Tree tree);
  static Result<HybridSearcher> open(const std::filesystem::path& state_dir, Parts parts);

  /// The same index with the texts of `overlay` in place of those of its files: every member of
  /// what comes back but statistics() answers as if they had been saved and indexed with `options`,
  /// which are those of the index: how texts are cut, and what becomes of secrets in them. Every
  /// path whose name says a language counts as a file of the project; CodeWeaver::with_overlay also
  /// goes by ignore rules. An overlay that is there already is replaced. Nothing is written, and
  /// this searcher stays as it is; both share what they read. An embedder that is a service is not
  /// asked: such files are found by words, and answers warn of it. Parts::store is not asked
  /// either. Cost: texts that a searcher over this index has not met lately are cut and embedded (2
  /// ms for 1,000 lines), then a few microseconds a chunk of the overlay. Errors: kInvalidArgument
  /// "PATH_OUTSIDE_PROJECT" (an absolute path elsewhere); those of a chunker of the program; kIo.
  Result<HybridSearcher> with_overlay(Overlay overlay, const IndexOptions& options) const;
  Result<HybridSearcher> with_overlay(Overlay overlay) const;

  HybridSearcher(HybridSearcher&&) noexcept;
  HybridSearcher& operator=(HybridSearcher&&) noexcept;
  ~HybridSearcher();

  /// At most options.top_k matches, best first; equal scores go by path, then line. No match is a
  /// success with suggestions. A failing embedder degrades the answer to the sparse side and adds
  /// a warning; a failing reranker is replaced by the local one.
  /// Cost: one query embedding, one pass over the vectors' 8-bit codes, rerank_depth texts read,
  /// of which a searcher keeps the last 64 MiB for other searches.
  /// Errors: kInvalidArgument "EMPTY_QUERY", "QUERY_TOO_LONG" (over 32 KiB), bad options,
  /// "UNKNOWN_LANGUAGE"; kCancelled; kUnavailable when nothing can be returned.
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         std::stop_token stop = {}) const;

  /// The same with the defaults of the find_code tool: tests left out unless the intent is test.
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            std::stop_token stop = {}) const;

  /// At which stage of search(), and for which reason, the file at `path` (relative to the project)
  /// is not in the answer, or where in it. Cost: one search, at most two deeper retrievals.
  /// Errors: as search.
  Result<WhyNot> why_not(std::string_view query, std::string_view path,
                         const SearchOptions& options = {}, std::stop_token stop = {}) const;

  /// Definitions by exact name or qualified name: types and functions, then what belongs to a type
  /// of that name, then data, each in path order; where there are none, by the end
  /// of a qualified name in any spelling, its file counted ("argparse.ArgumentParser").
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20) const;
  /// What else may have been meant: qualified names that begin with a name, hold it, or differ by a
  /// slip; the likest first, each once.
  std::vector<std::string> similar_symbols(std::string_view name, std::size_t limit = 10) const;

  /// Lines that call, import or name as a type what is called `name` (the last part of a qualified
  /// name), without those that define it; by path and line. It goes by the name alone: what else is
  /// called so counts, too. Cost: reads the chunks that hold the rarest of its words.
  Result<std::vector<ReferenceMatch>> find_references(std::string_view name,
                                                      std::size_t limit = 100) const;

  /// Paths of the files that define something of one of these kinds, such as class, in order. Cost:
  /// reads the definitions of all chunks.
  Result<std::vector<std::string>> files_defining(std::span<const std::string> kinds) const;

  /// Of each of these lines of a file, the innermost definition that holds it, as it was indexed;
  /// nullopt: none does, or the file is not indexed. In a namespace, of what its items say of the
  /// path. Cost: reads the chunks of the lines.
  Result<std::vector<std::optional<SymbolMatch>>> definitions_at(
      std::string_view path, std::span<const std::uint32_t> lines) const;

  /// Of each of these files, how many chunks elsewhere name what it defines, as far as the names
  /// tell it from other things (several words, or a capital): about how much depends on it. 0: also
  /// not indexed. It goes by names alone. Cost: a look-up a name, microseconds; no text is read.
  std::vector<std::uint64_t> uses_of(std::span<const std::string> paths) const;

  /// All definitions of a file as it was indexed, headings of prose too, by line, outer ones first;
  /// none where the file is not indexed. Cost: reads its chunks.
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path) const;

  /// For completion of what somebody types: paths that begin with `prefix` or whose file name does,
  /// and qualified names of chunks that begin with it or whose last part does; in order, each once.
  /// Cost: one step a file, one a chunk.
  std::vector<std::string> complete_path(std::string_view prefix, std::size_t limit = 100) const;
  std::vector<std::string> complete_symbol(std::string_view prefix, std::size_t limit = 100) const;

  /// The text of a file as it was indexed, by its path relative to the project. Never reads the
  /// file itself. Errors: kNotFound "FILE_NOT_INDEXED".
  Result<std::string> file_text(std::string_view path) const;

  /// Moves to the newest committed state, if there is one; true when it did.
  /// Errors: as open. On error the old state stays.
  Result<bool> refresh();

  /// Walks the state directory for its size; ask file_count() where the number of files will do.
  IndexStatistics statistics() const;
  /// Files that the snapshot holds chunks of.
  std::size_t file_count() const;

 private:
  friend class CodeWeaver;
  struct Impl;
  /// stale_files(): the indexed files that were deleted or modified in the working tree.
  /// current_files(): those of `paths` that are still as indexed. See engine::StaleFiles.
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
