// CodeWeaver: indexes a folder, keeps the index current and searches it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_WORKSPACE_HPP_
#define CODEWEAVER_WORKSPACE_HPP_

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/repo_status.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/searchable.hpp"
#include "codeweaver/symbol_match.hpp"
#include "codeweaver/text_hits.hpp"
#include "codeweaver/watch_types.hpp"
#include "codeweaver/why_not.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Embedder;
class HybridSearcher;
class Logger;
class Overlay;            // codeweaver/overlay.hpp
struct ManifestEntry;     // codeweaver/reconcile.hpp
struct PushEntry;         // codeweaver/push.hpp
struct PushEnvelope;      // codeweaver/push.hpp
struct PushReply;         // codeweaver/push.hpp
struct Query;             // codeweaver/query.hpp
struct ReconcileReport;   // codeweaver/reconcile.hpp
struct ReconcileRequest;  // codeweaver/reconcile.hpp
class Reranker;
struct SnapshotFacts;      // codeweaver/snapshot.hpp
struct SnapshotRequest;    // codeweaver/snapshot.hpp
struct TextSearchOptions;  // codeweaver/text_search.hpp
class VectorStore;
using PushSource = std::function<Result<std::optional<PushEntry>>()>;
using ManifestSource = std::function<Result<std::optional<ManifestEntry>>()>;

/// Parts and settings of a CodeWeaver. A null embedder or reranker means the built-in one.
struct WorkspaceOptions {
  IndexOptions index{};
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Reranker> reranker{};
  std::shared_ptr<Logger> logger{};
  /// Store in which searches find candidates; several workspaces may share one. Each call that
  /// changes the index also writes the changes to the store before it returns. Each search writes
  /// missing changes before it queries the store. Null: searches use the index itself. Commits are
  /// always searched in the index.
  std::shared_ptr<VectorStore> store{};
  /// Time limit for indexing changed files before a search answers. The answer does not include
  /// changed files that are not indexed in this time; a warning reports their number, and later
  /// searches continue with them. Zero: only index(), update() and watch() index changed files.
  std::chrono::milliseconds patience{1000};
  /// If true, every search first checks the tree for changes. Set it to false if your program calls
  /// index(), update() or watch() itself.
  bool checks_tree = true;
  bool past_commits = true;  ///< HybridSearcher::Parts::past_commits; index runs store them
  /// How long searches wait for the first index of a project, if the program builds it with index()
  /// or watch(), in this or another process. The time counts from the first search. Then
  /// searches answer from the published part, which may be empty, and a warning reports its size.
  /// Unset: a search builds the first index itself, unless another process is doing it.
  std::optional<std::chrono::milliseconds> first_index_wait{};
  /// A longer limit for first_index_wait: applies if the progress of the run predicts that the
  /// index will be complete by then. No effect if it is less than first_index_wait.
  std::chrono::milliseconds first_index_patience{0};
  std::chrono::minutes stale_after{60};  ///< has no effect
  WatchOptions watch{};
};

/// Indexes and searches one project. Results are those of the current files. Thread safety:
/// search() and watch() may be called concurrently; calls of index() run one at a time.
class CodeWeaver final : public ContextSearchable {
 public:
  static Result<CodeWeaver> open(Project project, WorkspaceOptions options = {});
  /// Returns the same project with the texts of `overlay` instead of its saved files. Searches,
  /// look-ups by name, find_text(), files_of(), find() and file_text() of the result answer as if
  /// the texts were saved. Nothing is written, and no other object or process sees the texts.
  /// - Texts of files that the index would exclude, by an ignore rule or by their name, are not
  ///   used.
  /// - index(), update(), watch(), push(), definitions_in() and calls about the index ignore the
  ///   overlay.
  /// - Searches with a ref ignore it, too. Searches with changed_in take the changed lines from the
  ///   saved files.
  ///
  /// Both objects share their data, so an editor can call this after each change of a buffer. The
  /// first search has the additional cost of HybridSearcher::with_overlay(). Thread safety: as this
  /// object; each object may be used and destroyed while the other is in use. Errors:
  /// kInvalidArgument "PATH_OUTSIDE_PROJECT"; searches also have the errors of
  /// HybridSearcher::with_overlay().
  Result<CodeWeaver> with_overlay(Overlay overlay) const;
  CodeWeaver(CodeWeaver&&) noexcept;
  CodeWeaver& operator=(CodeWeaver&&) noexcept;
  ~CodeWeaver() override;

  const Project& project() const noexcept override;
  /// Has all features.
  bool can(Feature feature) const noexcept override;
  Result<IndexReport> index(const IndexRequest& request = {}, const CallContext& call = {});
  /// Indexes changes at these paths without checking other files; see Indexer::update(). First
  /// waits until a run of this object has ended. If WorkspaceOptions::checks_tree is false, only
  /// index(), update() and watch() make changes visible to searches.
  Result<std::size_t> update(std::span<const std::string> paths, const CallContext& call = {});
  /// Stores a batch of items from another tool in a namespace of the project. The first batch
  /// creates the namespace. `next` returns the items one by one. Searches see the whole batch or
  /// nothing of it. A repeated batch id returns the first reply and stores nothing. An item does
  /// not replace a version with a later captured_at. Cost: linear. Memory: up to 256 items at a
  /// time, and a hash of each node_id. Errors: errors of PushEnvelope::validate() and of `next`
  /// (nothing is kept); kNotFound "NAMESPACE_NOT_FOUND" (the envelope names another project);
  /// kUnavailable "INDEX_LOCKED"; kCancelled; kInvalidArgument "MODEL_MISMATCH".
  Result<PushReply> push(const PushEnvelope& envelope, const PushSource& next,
                         const CallContext& call = {});
  /// Compares a namespace with its source; with kFix, also updates the namespace. The source of the
  /// project's folder is its files; that of a pushed namespace is the manifest from `next`. After a
  /// fix, only differences for which the manifest has no item remain. Cost: one pass over both
  /// sides, plus the differences. Errors: kNotFound "NAMESPACE_NOT_FOUND"; kInvalidArgument
  /// "VALIDATION_ERROR" (a pushed namespace needs a manifest, the folder must not have one); errors
  /// of `next`, index() and push().
  Result<ReconcileReport> reconcile(const ReconcileRequest& request,
                                    const ManifestSource& next = {}, const CallContext& call = {});
  /// Indexes the folder, then writes a snapshot of it. Errors: those of index(); file errors;
  /// kCancelled.
  Result<SnapshotFacts> make_snapshot(const SnapshotRequest& request, const CallContext& call = {});
  /// Returns at most `most` file names for snapshots: for HEAD and earlier commits, newest first. A
  /// name is made from the git tree of a commit and the settings, so commits with the same tree
  /// share one name. Errors: kNotFound "NO_REPOSITORY"; kUnsupported.
  Result<std::vector<std::string>> snapshot_names(std::size_t most = 50) const;
  /// A run that did not finish; see Indexer::interrupted_run().
  std::optional<InterruptedRun> interrupted_run() const;
  /// Indexes the project, and again after each change of its files, until `stop`. Uses no CPU time
  /// while nothing changes. If several processes watch a project, one of them does the work and the
  /// others sleep; if it ends, another one takes over. Failed runs are reported to
  /// request.on_problem and repeated. Errors: kNotFound "PATH_NOT_FOUND" (the folder was deleted).
  Result<void> watch(const WatchRequest& request = {}, std::stop_token stop = {});
  /// Searches the project. First checks the tree: indexes the project if it has no index, else
  /// indexes changed files for WorkspaceOptions::patience. Files that were deleted or still differ
  /// from the index are not in the answer, and a warning counts them. While a watch() of this
  /// object is idle, the check runs at most once a second. While another process indexes, the
  /// answer comes from the committed index; if that is partial, a warning reports how much it
  /// covers. With options.ref, searches a commit; the first search of a commit indexes it, and the
  /// most recent ones are kept. Without options.ref and options.changed_in, also searches the
  /// namespaces that other tools fill, within options.filter.purpose and .chunk_strategy. Errors:
  /// also kNotFound "REF_NOT_FOUND", "NO_REPOSITORY", "NAMESPACE_NOT_FOUND".
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         const CallContext& call = {}) override;
  /// Like search(), with the defaults of the find_code tool; see HybridSearcher::find_code().
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            const CallContext& call = {}) override;
  /// Explains why a file is not in the answer; see HybridSearcher::why_not().
  Result<WhyNot> why_not(std::string_view query, std::string_view path,
                         const SearchOptions& options = {}, const CallContext& call = {}) override;
  /// See HybridSearcher. First check the tree as search() does, and write the warnings of this
  /// check to `lookup.warnings`. find_symbol() also returns definitions that other tools pushed.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20,
                                               const Lookup& lookup = {},
                                               const CallContext& call = {}) override;
  Result<CallGraphAnswer> call_graph(std::string_view start, const CallGraphOptions& options = {},
                                     const Lookup& lookup = {},
                                     const CallContext& call = {}) override;
  Result<RenamePreview> rename_preview(std::string_view name, std::string_view new_name,
                                       std::size_t limit = 100, const Lookup& lookup = {},
                                       const CallContext& call = {}) override;
  Result<CodeMap> code_map(const CodeMapOptions& options = {}, const Lookup& lookup = {},
                           const CallContext& call = {}) override;
  Result<std::vector<ReferenceMatch>> find_references(std::string_view name,
                                                      std::size_t limit = 100,
                                                      const Lookup& lookup = {},
                                                      const CallContext& call = {}) override;
  /// See HybridSearcher. Use the committed index, without checking the tree. complete_path() skips
  /// paths that do not exist. Without an index, the results are empty.
  std::vector<std::string> similar_symbols(std::string_view name,
                                           std::size_t limit = 10) const override;
  std::vector<std::string> complete_path(std::string_view prefix,
                                         std::size_t limit = 100) const override;
  std::vector<std::string> complete_symbol(std::string_view prefix,
                                           std::size_t limit = 100) const override;
  /// Finds lines with exact text or matches of a regular expression in the current files. Paths and
  /// globs are relative to the project; the values of working_directory, wanted and wants_places
  /// are ignored. An index reduces the number of files to read, and gives the definition around
  /// each line. Without an index, all files are read. If a watch() of this object has no pending
  /// work, only files that can match are opened. Masks secret values and skips files with secrets,
  /// as IndexOptions::secrets says. Errors: those of search_text().
  Result<TextHits> find_text(const TextSearchOptions& search, const TextHitsOptions& options = {},
                             const CallContext& call = {}) override;
  /// Returns the paths that meet the exact part of a query, in order: those of the files that
  /// find_text() would search, and those of the items in the namespaces that options.filter
  /// selects. Without an exact part, returns all of them. With options.ref, the files of that
  /// commit; with options.changed_in, the files of that difference. Errors: those of find_text()
  /// and of regular expressions; kInvalidArgument "UNKNOWN_LANGUAGE".
  Result<std::vector<std::string>> files_of(const Query& query, const SearchOptions& options = {},
                                            const CallContext& call = {});
  /// Like search(), but only returns code that the exact part of a query selects. In a file with
  /// lines that match its texts or expressions, it searches only the code at those lines; in other
  /// selected files, all code. If the query has no words, the words of the exact part rank the
  /// results. Errors: those of search() and files_of().
  Result<FindCodeResponseSummary> find(const Query& query, SearchOptions options = {},
                                       const CallContext& call = {});
  /// Like search(), but reads the whole query as words.
  Result<FindCodeResponseSummary> search_words(std::string_view query,
                                               const SearchOptions& options = {},
                                               const CallContext& call = {});
  /// Returns the text of an indexed file; see HybridSearcher. First checks the tree as search()
  /// does.
  /// Errors: kNotFound "FILE_NOT_INDEXED", "INDEX_NOT_FOUND".
  Result<std::string> file_text(std::string_view path, const Lookup& lookup = {},
                                const CallContext& call = {}) override;
  /// See HybridSearcher. First checks the tree as search() does. Errors: kNotFound
  /// "INDEX_NOT_FOUND".
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path, const Lookup& lookup = {},
                                                  const CallContext& call = {}) override;
  Result<RepoStatus> status(const CallContext& call = {}) const override;
  /// Reads the whole index and compares all checksums. Returns one sentence for each damage;
  /// changes nothing. Cost: about 3 s per GB. Errors: kIo, kUnavailable.
  Result<std::vector<std::string>> verify() const;
  /// The share of the folder that searches see. Cost: reads one or two small files.
  IndexCoverage coverage() const;
  /// The run in progress in this or another process, after its first checkpoint (every 100 files).
  /// Cost: as coverage().
  std::optional<RunProgress> running() const;
  /// Statistics of the committed index, without checking the tree. Cost: reads the manifest.
  /// Errors: kNotFound "INDEX_NOT_FOUND"; errors of HybridSearcher::open().
  Result<IndexStatistics> statistics() const;
  /// Number of files with chunks in the committed index, without checking the tree; 0: no index.
  std::size_t committed_files() const override;

 private:
  struct Impl;
  class Unsaved;
  CodeWeaver(std::shared_ptr<Impl> impl, std::shared_ptr<Unsaved> unsaved) noexcept;
  Result<std::shared_ptr<HybridSearcher>> searcher() const;
  std::shared_ptr<Impl> impl_;
  std::shared_ptr<Unsaved> unsaved_;  // null: no overlay
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_WORKSPACE_HPP_
