// State of a CodeWeaver, shared by the files that implement it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/segments/merge_policy.hpp"
#include "engine/segments/merge_worker.hpp"
#include "engine/segments/segment_merge.hpp"
#include "engine/state/search_target.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_mirror.hpp"
#include "engine/workspace/freshness.hpp"
#include "engine/workspace/namespace_searchers.hpp"
#include "engine/workspace/shared_run.hpp"
#include "engine/workspace/text_catalogs.hpp"
#include "engine/workspace/unsaved.hpp"
#include "engine/workspace/watched_tree.hpp"

namespace codeweaver::inline v0_1 {

struct [[gnu::visibility("hidden")]] CodeWeaver::Impl {
  Project project;
  WorkspaceOptions options;
  Indexer::Config config;
  std::optional<Indexer> indexer;
  std::timed_mutex runs;   // locked by calls that may change the index of the folder or a namespace
  std::mutex commit_runs;  // locked while a commit is indexed
  engine::SharedRun<engine::Freshness> freshness;
  engine::WatchedTree watched;
  engine::WatchedTree watched_texts;         // for searches of exact text, which read other files
  std::mutex mutex;                          // guards searcher
  std::shared_ptr<HybridSearcher> searcher;  // null until a state was opened
  std::map<std::string, std::shared_ptr<HybridSearcher>> commits;         // by id; guarded by mutex
  std::optional<std::chrono::steady_clock::time_point> first_wait_begin;  // guarded by mutex
  std::optional<engine::NamespaceSearchers> namespaces;                   // filled by other tools
  std::shared_ptr<engine::StoreMirror> mirror;                            // null: there is no store
  engine::MergeWorker merges{
      [this](std::stop_token stop) { merge(paths(), std::move(stop)); },
      [this] { return engine::segment_count(paths()) > engine::kMostSegments; }};

  std::mutex admitted_mutex;  // guards the members below
  std::optional<base::FileIdentity> admitted_at;
  std::map<std::string, bool> admitted_paths;  // of overlays: true if the project accepts the path

  std::mutex text_mutex;  // guards text_catalogs
  engine::TextCatalogs text_catalogs;

  std::atomic<bool> is_beyond_repair = false;
  std::jthread starting_git;  // active while the index is opened

  engine::StatePaths paths() const { return {project.state_dir, project.tree}; }
  /// The parts for searchers of trees that the store contains.
  HybridSearcher::Parts parts() const;
  /// Writes the changes of a tree to the store, if there is one.
  Result<void> sync(const std::string& tree, const std::stop_token& stop);
  Result<void> sync_when_unlocked(const std::string& tree, const std::stop_token& stop);
  Result<std::shared_ptr<HybridSearcher>> open_searcher(Unsaved* unsaved = nullptr);
  Result<std::shared_ptr<HybridSearcher>> searcher_of(const std::string& path, Unsaved* unsaved,
                                                      const std::stop_token& stop);
  Result<Overlay> admitted(const Overlay& overlay);
  bool wait_for_first_index(const std::stop_token& stop);
  Result<void> make_first_index(std::stop_token stop);
  Result<engine::Freshness> sync_with_tree(std::stop_token stop);
  Result<engine::Freshness> refresh(std::stop_token stop);
  /// The warning of every answer if the folder does not exist; nullopt: it exists.
  std::optional<std::string> missing_folder_warning() const;
  Result<IndexReport> index(IndexRequest request, std::stop_token stop);
  Result<IndexReport> index_once(const IndexRequest& request, const std::stop_token& stop);
  void keep_commits(const engine::StatePaths& tree, std::size_t files, bool rebuild = false) const;
  Result<base::FileLock> acquire_watch(const WatchRequest& request, const std::stop_token& stop);
  void merge(const engine::StatePaths& tree, std::stop_token stop);
  Result<std::shared_ptr<HybridSearcher>> open_commit(const std::string& commit,
                                                      std::stop_token stop);
  Result<engine::FoundNamespaces> namespaces_for(const TextSearchOptions& search,
                                                 const std::stop_token& stop);
  std::shared_ptr<HybridSearcher> open_scopes(const std::string& commit,
                                              const std::stop_token& stop, Unsaved* unsaved);
  std::vector<std::string> current_hits(const HybridSearcher& asked, const TextHits& hits,
                                        const Overlay& unsaved) const;
  Result<void> index_commit_if_new(const std::string& commit, std::stop_token stop);
  std::shared_ptr<HybridSearcher> held_searcher(const std::string& commit);
  Result<void> repair(const std::string& commit, std::stop_token stop);
  static bool can_be_repaired(const Error& error) noexcept;
  /// Like can_be_repaired(), but false after a repair failed: then damage is handled like other
  /// faults.
  bool is_repairable(const Error& error) const noexcept {
    return !is_beyond_repair && can_be_repaired(error);
  }
  Result<std::vector<std::string>> repair(const Error& met, const std::stop_token& stop);
  void log_repair(const Error& met, const std::vector<std::string>& notes) const;
  /// Returns the result of `call`. If `call` meets damage, repairs the index and calls it once
  /// more; the notes of the repair become warnings of the answer. The caller must not hold runs or
  /// mutex.
  template <class Call>
  auto repairing(const std::stop_token& stop, Call call) -> decltype(call()) {
    is_beyond_repair = false;
    auto result = call();
    if (result || !can_be_repaired(result.error())) return result;
    auto notes = repair(result.error(), stop);
    is_beyond_repair = !notes;
    if (!notes) return notes.error().category == ErrorCategory::kCancelled ? notes.error() : call();
    result = call();
    if constexpr (requires { result->warnings; })
      if (result) result->warnings.insert(result->warnings.begin(), notes->begin(), notes->end());
    return result;
  }
  /// A searcher of the requested tree and the options for it.
  struct Prepared {
    std::shared_ptr<HybridSearcher> searcher;  // null: nothing was published yet
    SearchOptions options;
    engine::SearchTarget target;
    std::vector<std::string> warnings{};
    std::optional<double> coverage{}, seconds_left{};  // unset: the index is complete
  };
  /// `unsaved` (may be null) applies to the searcher of the folder, not to those of commits.
  Result<Prepared> ready(const SearchOptions& options, std::stop_token stop, Unsaved* unsaved);
  Result<void> skip_stale(const engine::Freshness& fresh, Unsaved* unsaved, Prepared& out,
                          const std::stop_token& stop);
  /// Searches with one searcher; `name_space` is empty for the folder.
  using Ask = std::function<Result<FindCodeResponseSummary>(
      const HybridSearcher& searcher, SearchOptions within, const std::string& name_space)>;
  Result<FindCodeResponseSummary> answer_folder(const SearchOptions& options, std::stop_token stop,
                                                Unsaved* unsaved, const Ask& ask);
  Result<FindCodeResponseSummary> answer(const SearchOptions& options, std::stop_token stop,
                                         Unsaved* unsaved, const Ask& ask);
  bool wants_folder(const SearchFilter& filter) const;
  class QueryRun;
  /// The lines that a query admits, by path, by namespace; "" is the folder.
  struct AdmittedLines {
    std::map<std::string, LineFilter> trees;
    std::size_t files = 0;
  };
  Result<AdmittedLines> admit(CodeWeaver& owner, const Query& query, const SearchOptions& asked,
                              const std::stop_token& stop);
  TextIndexPlace text_place() const {
    return {project.root, project.state_dir, project.tree, project.project_id};
  }
  Result<TextSearchReport> search_lines(const TextSearchOptions& search, const TextFileSink& sink,
                                        const std::stop_token& stop);
  Result<ReconcileReport> reconcile_folder(const ReconcileRequest& request, const NamespaceKey& key,
                                           std::stop_token stop);
};

}  // namespace codeweaver::inline v0_1
