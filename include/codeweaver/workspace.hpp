// CodeWeaver: indexes a folder, keeps that fresh and searches it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_WORKSPACE_HPP_
#define CODEWEAVER_WORKSPACE_HPP_

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/push.hpp"
#include "codeweaver/query.hpp"
#include "codeweaver/reconcile.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/snapshot.hpp"
#include "codeweaver/text_hits.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/watch_types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// How a CodeWeaver is put together. Null parts get the built-in ones.
struct WorkspaceOptions {
  IndexOptions index{};
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Reranker> reranker{};
  std::shared_ptr<Logger> logger{};
  /// Where searches find their candidates; several workspaces may share one. What changes in the
  /// index is written there, too, before a call that changed it returns and before a search asks
  /// it. Null: the index answers itself. Commits are always searched in the index.
  std::shared_ptr<VectorStore> store{};
  /// Time that a search spends on indexing changed files before it answers. The other changed files
  /// are left out of the answer, and a warning reports their number. Later searches continue.
  /// Zero: changed files are left out until index(), update() or watch() indexes them.
  std::chrono::milliseconds patience{1000};
  /// Searches look at the tree first. Off: they believe index(), update() and watch(), so that a
  /// program that knows what changes spares the look.
  bool looks_first = true;
  bool past_commits = true;  ///< HybridSearcher::Parts::past_commits; runs keep them
  /// How long searches, counted from the first of them, wait for the first index of a project,
  /// which somebody else makes: index() or watch(), here or in another process. Then they answer
  /// from what it published so far, be it nothing, with a warning that tells how much that is.
  /// Unset: a search makes the first index itself, unless another process is at it.
  std::optional<std::chrono::milliseconds> first_index_wait{};
  /// They wait up to this long in all where the progress of the run says that it will be whole by
  /// then; less than first_index_wait: not longer than that.
  std::chrono::milliseconds first_index_patience{0};
  std::chrono::minutes stale_after{60};
  WatchOptions watch{};
};

/// How the last run that found something to do ended.
struct LastRun {
  IndexStatus status = IndexStatus::kFailed;
  std::string run_id{};                     ///< UUIDv7
  std::string started_at{}, finished_at{};  ///< ISO 8601
  std::size_t files_indexed = 0;
  std::size_t files_removed = 0;
  std::size_t chunks_created = 0;
  std::vector<FileOutcome> failures{};  ///< without `detail`, in path order
};

/// Freshness and size of a project's index.
struct RepoStatus {
  bool indexed = false;  ///< searches see something, be it a part
  double coverage = 0;   ///< IndexCoverage::share()
  std::size_t total_files = 0;
  std::size_t total_chunks = 0;
  std::string last_indexed_at{};         ///< ISO 8601; empty: never
  bool is_stale = true;                  ///< files changed since, or never indexed
  bool is_indexing = false;              ///< some process holds the index lock
  bool is_watched = false;               ///< some process watches the folder
  std::size_t changed_files = 0;         ///< while the coverage is below 1: those not looked at yet
  std::optional<RunProgress> running{};  ///< set while some process indexes, once it came some way
  IndexStatistics statistics{};
  std::optional<LastRun> last_run{};
  std::vector<std::string> warnings{};  ///< what the index lacks, one sentence each
};

/// Indexes and searches one project, always fresh.
/// Thread safety: search() and watch() may be called concurrently; index() excludes itself.
class CodeWeaver {
 public:
  static Result<CodeWeaver> open(Project project, WorkspaceOptions options = {});
  /// The same project with the texts of `overlay` in place of those of its files: searches,
  /// look-ups by name, find_text(), files_of(), find() and file_text() of what comes back answer as
  /// if they had been saved, and nothing else does, here or in another process. What ignore rules
  /// or names leave out stays out. Nothing is written; index(), update(), watch(), push() and what
  /// tells of the index go to the project as it is. Searches of refs and what differences touch are
  /// of what is saved. Both share all they know, so an editor asks for one after each change of a
  /// buffer: the first search then costs what HybridSearcher::with_overlay does. Thread safety: as
  /// this object's; each may be used, and go, while the other is used. Errors: kInvalidArgument
  /// "PATH_OUTSIDE_PROJECT"; searches also have those of HybridSearcher::with_overlay.
  Result<CodeWeaver> with_overlay(Overlay overlay) const;
  CodeWeaver(CodeWeaver&&) noexcept;
  CodeWeaver& operator=(CodeWeaver&&) noexcept;
  ~CodeWeaver();

  const Project& project() const noexcept;
  Result<IndexReport> index(const IndexRequest& request = {}, std::stop_token stop = {});
  /// Brings in what changed at these paths, without a look at the rest; see Indexer::update. With
  /// WorkspaceOptions::looks_first off it is how searches come to know. Waits for a run of this
  /// object that goes on.
  Result<std::size_t> update(std::span<const std::string> paths, std::stop_token stop = {});
  /// Takes a batch of items that another tool describes into a namespace of the project, which the
  /// first batch makes; `next` gives them one by one. Searches see all of a batch or nothing. A
  /// batch that was taken before, going by its id, is answered as then; of two versions of an item
  /// the one captured later stays. Cost: proportional to the batch; memory for 256 items and the
  /// hashes of their node_ids. Errors: those of PushEnvelope::validate() and of `next` (nothing is
  /// kept); kNotFound "NAMESPACE_NOT_FOUND" (another project); kUnavailable "INDEX_LOCKED";
  /// kCancelled; kInvalidArgument "MODEL_MISMATCH".
  Result<PushReply> push(const PushEnvelope& envelope, const PushSource& next,
                         std::stop_token stop = {});
  /// Compares a namespace with its source, and with kFix brings it in line: the folder with what is
  /// in it, what was pushed with the manifest that `next` gives. Fixing leaves nothing to find but
  /// elements whose items the manifest lacks. Cost: one pass over both sides, then the differences.
  /// Errors: kNotFound "NAMESPACE_NOT_FOUND"; kInvalidArgument "VALIDATION_ERROR" (a namespace that
  /// is filled by pushes needs a manifest, the folder takes none); those of `next`, index() and
  /// push().
  Result<ReconcileReport> reconcile(const ReconcileRequest& request,
                                    const ManifestSource& next = {}, std::stop_token stop = {});
  /// Indexes, then writes a snapshot of the folder. Errors: those of both; kCancelled.
  Result<SnapshotFacts> make_snapshot(const SnapshotRequest& request, std::stop_token stop = {});
  /// Names of snapshots of HEAD and of commits before it, newest first: those of one git tree and
  /// the same settings have one name. Errors: kNotFound "NO_REPOSITORY"; kUnsupported.
  Result<std::vector<std::string>> snapshot_names(std::size_t most = 50) const;
  /// A run that did not reach its end; see Indexer::interrupted_run.
  std::optional<InterruptedRun> interrupted_run() const;
  /// Indexes, then again after each change of the files, until `stop`; costs nothing while nothing
  /// changes. Of many processes that watch a project one does so, the others sleep, and one of them
  /// takes over as soon as that ends or dies. Failing runs are told to request.on_problem and tried
  /// again. Errors: kNotFound "PATH_NOT_FOUND" (the folder is gone).
  Result<void> watch(const WatchRequest& request = {}, std::stop_token stop = {});
  /// Searches the project. First checks the tree: indexes the project if it has no index, else
  /// indexes changed files for WorkspaceOptions::patience. Files that were deleted or still differ
  /// from the index are left out of the answer, and a warning counts them. While a watch() of this
  /// object is idle, the check runs once a second at most. While another process indexes, the
  /// answer comes from the committed index; if that is partial, a warning reports how much it
  /// covers. With options.ref, searches a commit; the first search of a commit indexes it, and the
  /// most recent ones are kept. Otherwise also searches the namespaces that other tools fill,
  /// within options.filter.purpose and .chunk_strategy. Errors: also kNotFound "REF_NOT_FOUND",
  /// "NO_REPOSITORY", "NAMESPACE_NOT_FOUND" (none of that purpose and strategy).
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         std::stop_token stop = {});
  /// The same with find_code's defaults.
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            std::stop_token stop = {});
  /// Why a file is not in the answer; see HybridSearcher::why_not.
  Result<WhyNot> why_not(std::string_view query, std::string_view path,
                         const SearchOptions& options = {}, std::stop_token stop = {});
  /// Checks the tree as search() does, then see HybridSearcher. Replaces `warnings` by the warnings
  /// of that check, unless it is null.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20,
                                               std::vector<std::string>* warnings = nullptr);
  Result<std::vector<ReferenceMatch>> find_references(std::string_view name,
                                                      std::size_t limit = 100,
                                                      std::vector<std::string>* warnings = nullptr);
  /// From the committed index, without checking the tree; see HybridSearcher. Skips paths that do
  /// not exist. Empty if there is no index.
  std::vector<std::string> similar_symbols(std::string_view name, std::size_t limit = 10) const;
  std::vector<std::string> complete_path(std::string_view prefix, std::size_t limit = 100) const;
  std::vector<std::string> complete_symbol(std::string_view prefix, std::size_t limit = 100) const;
  /// The lines that hold exact text or match a regular expression, of the files as they are now:
  /// paths and globs are relative to the project, `working_directory` and the like are not read.
  /// An index spares reading files, and names the definition that holds a line; without one all
  /// are read. Beside a watch() of this object that has nothing left to do, no file is looked at
  /// that cannot match. Values of secrets are masked and files that hold them left out, as
  /// IndexOptions::secrets says. Errors: those of search_text().
  Result<TextHits> find_text(const TextSearchOptions& search, const TextHitsOptions& options = {},
                             std::stop_token stop = {});
  /// The files that the exact part of a query admits, of all that find_text() would search, and the
  /// paths of what was pushed into the namespaces that options.filter admits, in order; all of them
  /// where it has none. Errors: those of find_text() and of a regular
  /// expression; kInvalidArgument "UNKNOWN_LANGUAGE". With options.ref they are files of that
  /// commit, with options.changed_in those of a difference.
  Result<std::vector<std::string>> files_of(const Query& query, const SearchOptions& options = {},
                                            std::stop_token stop = {});
  /// The same as search() within what the exact part of a query admits: of files with lines that
  /// its text and expressions find, the code at those lines; of others all. Without meaning, the
  /// exact part ranks. Errors: as search() and files_of().
  Result<FindCodeResponseSummary> find(const Query& query, SearchOptions options = {},
                                       std::stop_token stop = {});
  /// search() that takes all of a text for words.
  Result<FindCodeResponseSummary> search_words(std::string_view query,
                                               const SearchOptions& options = {},
                                               std::stop_token stop = {});
  /// The text of an indexed file, after the look at the tree that a search takes; see
  /// HybridSearcher. Errors: kNotFound "FILE_NOT_INDEXED", "INDEX_NOT_FOUND".
  Result<std::string> file_text(std::string_view path, std::stop_token stop = {});
  /// See HybridSearcher; after the same look. Errors: kNotFound "INDEX_NOT_FOUND".
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path,
                                                  std::stop_token stop = {}) const;
  Result<RepoStatus> status() const;
  /// Reads all of the index, compares every checksum, and returns what is damaged, one sentence
  /// each; changes nothing. Cost: about 3 s a GB. Errors: kIo, kUnavailable.
  Result<std::vector<std::string>> verify() const;
  /// How much of the folder searches see. Cost: reads one or two small files.
  IndexCoverage coverage() const;
  /// The run that goes on in this or another process, once it wrote a checkpoint (every 100 files).
  /// Cost: as coverage().
  std::optional<RunProgress> running() const;
  /// What the committed index holds, without a look at the tree. Cost: a look at the manifest.
  /// Errors: kNotFound "INDEX_NOT_FOUND"; those of HybridSearcher::open().
  Result<IndexStatistics> statistics() const;
  /// Files that the committed index holds chunks of, without a look at the tree; 0: no index.
  std::size_t committed_files() const;

 private:
  struct Impl;
  class Unsaved;
  CodeWeaver(std::shared_ptr<Impl> impl, std::shared_ptr<Unsaved> unsaved) noexcept;
  Result<std::shared_ptr<HybridSearcher>> searcher() const;
  std::shared_ptr<Impl> impl_;
  std::shared_ptr<Unsaved> unsaved_;  // null: there is no overlay
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_WORKSPACE_HPP_
