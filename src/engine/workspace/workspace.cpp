// CodeWeaver: an indexer and a searcher over one project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/workspace.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "corpus/git.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/indexing/commit_run.hpp"
#include "engine/indexing/watch_loop.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/index_lock.hpp"
#include "engine/state/kept_commits.hpp"
#include "engine/state/private_state.hpp"
#include "engine/workspace/workspace_impl.hpp"
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// nullopt: no run was recorded, or the record is unreadable.
std::optional<LastRun> read_last_run(const engine::StatePaths& paths) {
  const auto database = store::Database::open_read_only(paths.database());
  if (!database) return std::nullopt;
  auto record = database->last_run();
  if (!record || !*record) return std::nullopt;
  const store::RunRecord& run = **record;
  LastRun out;
  for (const auto status : {IndexStatus::kSuccess, IndexStatus::kPartial, IndexStatus::kCancelled})
    if (run.status == to_string(status)) out.status = status;
  out.run_id = run.id.to_string();
  out.started_at = run.started_at;
  out.finished_at = run.finished_at;
  out.files_indexed = run.files_indexed;
  out.files_removed = run.files_removed;
  out.chunks_created = run.chunks;
  for (const auto& failure : run.failures)
    out.failures.push_back({failure.path, failure.reason, {}});
  return out;
}

}  // namespace

CodeWeaver::CodeWeaver(std::shared_ptr<Impl> impl, std::shared_ptr<Unsaved> unsaved) noexcept
    : impl_(std::move(impl)), unsaved_(std::move(unsaved)) {}
CodeWeaver::CodeWeaver(CodeWeaver&&) noexcept = default;
CodeWeaver& CodeWeaver::operator=(CodeWeaver&&) noexcept = default;
CodeWeaver::~CodeWeaver() = default;

Result<CodeWeaver> CodeWeaver::open(Project project, WorkspaceOptions options) {
  auto starting_git = corpus::begin_starting_git();
  if (!options.embedder) {
    CODEWEAVER_ASSIGN(auto embedder, make_static_embedder());
    options.embedder = std::move(embedder);
  }
  if (!options.reranker) {
    CODEWEAVER_ASSIGN(auto reranker, make_learned_reranker());
    options.reranker = std::move(reranker);
  }
  options.reranker = engine::guarded(std::move(options.reranker));
  options.logger = engine::guarded(std::move(options.logger));
  options.store = engine::guarded(std::move(options.store));
  engine::make_state_private({project.state_dir});
  auto impl = std::make_shared<Impl>();
  impl->starting_git = std::move(starting_git);
  impl->config = {project.root,         project.state_dir, project.project_id,
                  project.display_name, options.index,     project.tree};
  CODEWEAVER_ASSIGN(auto indexer,
                    Indexer::create(impl->config, {options.embedder, options.logger}));
  impl->indexer.emplace(std::move(indexer));
  impl->project = std::move(project);
  impl->options = std::move(options);
  if (impl->options.store)
    impl->mirror = std::make_shared<engine::StoreMirror>(impl->options.store, impl->config,
                                                         impl->options.embedder);
  impl->namespaces.emplace(impl->config, impl->parts(), impl->mirror);
  return CodeWeaver(std::move(impl), nullptr);
}

const Project& CodeWeaver::project() const noexcept {
  return impl_->project;
}

bool CodeWeaver::can(Feature /*feature*/) const noexcept {
  return true;
}

HybridSearcher::Parts CodeWeaver::Impl::parts() const {
  return {options.embedder,    options.reranker,
          options.logger,      {},
          options.store,       options.index.sparse_encoder,
          options.past_commits};
}

Result<void> CodeWeaver::Impl::sync(const std::string& tree, const std::stop_token& stop) {
  if (!mirror) return {};
  const auto done = mirror->sync(tree, stop);
  return done ? Result<void>() : done.error();
}

/// Like sync(), for calls that must leave the store up to date: waits for another writer.
Result<void> CodeWeaver::Impl::sync_when_unlocked(const std::string& tree,
                                                  const std::stop_token& stop) {
  constexpr auto kBetweenLooks = std::chrono::milliseconds(200);
  if (!mirror) return {};
  CODEWEAVER_TRY(
      mirror->sync_when_unlocked(tree, stop, [&] { std::this_thread::sleep_for(kBetweenLooks); }));
  return {};
}

/// One run, without merges.
Result<IndexReport> CodeWeaver::Impl::index(IndexRequest request, std::stop_token stop) {
  auto once = request;
  once.defer_merges = true;
  once.wait_for_others = false;  // retry_while_locked() waits
  return engine::retry_while_locked(
      paths(), request,
      [&] {
        const std::lock_guard turn(runs);
        return index_once(once, stop);
      },
      stop);
}

/// Records the messages of past commits for searches by report. Missing entries are read on demand.
/// Differences of commits are the most expensive part, so their number is limited by the `files`
/// that a run read: they take at most a tenth of its time.
void CodeWeaver::Impl::keep_commits(const engine::StatePaths& tree, std::size_t files,
                                    bool rebuild) const {
  constexpr std::size_t kLeastDifferences = 20, kFilesADifference = 10;
  if (options.past_commits)
    engine::keep_commit_log(tree, project.root,
                            std::max(kLeastDifferences, files / kFilesADifference), rebuild);
}

/// Requires runs.
Result<IndexReport> CodeWeaver::Impl::index_once(const IndexRequest& request,
                                                 const std::stop_token& stop) {
  auto report = indexer->run(request, stop);
  if (report && report->status != IndexStatus::kCancelled) {
    keep_commits(paths(), report->files_indexed, request.force);
    CODEWEAVER_TRY(sync_when_unlocked(project.tree, stop));
  }
  if (request.force) {  // it may have created a new database file
    std::lock_guard lock(mutex);
    searcher.reset();
    commits.clear();
  }
  return report;
}

/// Requires commit_runs.
Result<void> CodeWeaver::Impl::index_commit_if_new(const std::string& commit,
                                                   std::stop_token stop) {
  if (engine::is_commit_indexed(config, options.embedder.get(), commit)) return {};
  {
    const std::lock_guard lock(mutex);
    commits.erase(commit);
  }
  const Indexer::Parts parts{options.embedder, options.logger};
  CODEWEAVER_TRY(engine::CommitRun(config, parts, commit, std::move(stop)).execute());
  keep_commits({project.state_dir, engine::commit_tree(commit)}, 0);
  return {};
}

/// No caller waits for it, so failures are logged.
void CodeWeaver::Impl::merge(const engine::StatePaths& tree, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  const auto merged = engine::merge_segments(tree, &runs, std::move(stop));
  if (!options.logger || (merged && *merged == 0)) return;
  LogRecord record;
  record.component = "indexer";
  record.operation = "merge_segments";
  record.project_id = project.project_id;
  record.status = merged ? "success" : "failed";
  record.duration_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (merged) {
    record.context = {{"merges", *merged}};
  } else {
    const bool is_stopped = merged.error().category == ErrorCategory::kCancelled;
    record.level = is_stopped ? LogLevel::kInfo : LogLevel::kWarning;
    record.error = merged.error();
  }
  options.logger->log(record);
}

Result<IndexReport> CodeWeaver::index(const IndexRequest& request, std::stop_token stop) {
  auto report = impl_->index(request, stop);
  const bool is_done = report && (report->status == IndexStatus::kSuccess ||
                                  report->status == IndexStatus::kPartial);
  if (is_done && !request.defer_merges) impl_->merge(impl_->paths(), std::move(stop));
  return report;
}

Result<std::size_t> CodeWeaver::update(std::span<const std::string> paths, std::stop_token stop) {
  return impl_->repairing(stop, [&]() -> Result<std::size_t> {
    const std::lock_guard turn(impl_->runs);
    CODEWEAVER_ASSIGN(const auto changed, impl_->indexer->update(paths, stop));
    if (changed > 0) impl_->keep_commits(impl_->paths(), changed);
    CODEWEAVER_TRY(impl_->sync_when_unlocked(impl_->project.tree, stop));
    impl_->merges.notify();
    return changed;
  });
}

std::optional<InterruptedRun> CodeWeaver::interrupted_run() const {
  return impl_->indexer->interrupted_run();
}

/// The lock of the single process that watches; other processes wait until it ends.
Result<base::FileLock> CodeWeaver::Impl::acquire_watch(const WatchRequest& request,
                                                       const std::stop_token& stop) {
  CODEWEAVER_TRY(engine::prepare_state(paths()));
  const auto file = paths().watch_lock();
  auto lock = base::FileLock::acquire(file);
  if (lock || lock.error().code != error_code::kIndexLocked) return lock;
  auto [process, since] = base::FileLock::read_note(file);
  if (request.on_wait)
    request.on_wait({WatchWait::For::kWatcher, {std::move(process), std::move(since)}});
  return base::FileLock::wait(file, stop);
}

Result<void> CodeWeaver::watch(const WatchRequest& request, std::stop_token stop) {
  const auto lock = impl_->acquire_watch(request, stop);
  if (!lock)
    return lock.error().category == ErrorCategory::kCancelled ? Result<void>() : lock.error();
  corpus::TreeWatchOptions options;
  options.debounce = impl_->options.watch.debounce;
  options.check_interval = impl_->options.watch.check_interval;
  options.state_dir = impl_->project.state_dir;
  CODEWEAVER_ASSIGN(
      auto tree,
      corpus::TreeWatch::open(impl_->project.root, corpus::discovery_options(impl_->options.index),
                              std::move(options)));
  IndexRequest each;
  each.wait_for_others = true;
  each.on_progress = request.on_progress;
  if (request.on_wait)
    each.on_wait = [&](const LockHolder& holder) {
      request.on_wait({WatchWait::For::kRun, holder});
    };
  const auto run = [&](std::stop_token run_stop) -> Result<WatchBatch> {
    CODEWEAVER_ASSIGN(auto report, impl_->index(each, std::move(run_stop)));
    impl_->merges.notify();
    const auto paths = impl_->paths();
    const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
    return WatchBatch{std::move(report), manifest ? manifest->generation : 0};
  };
  engine::WatchLoop loop(std::move(tree), run, request);
  const engine::WatchedTree::Watch watch(impl_->watched, loop);
  const engine::WatchedTree::Watch watch_of_texts(impl_->watched_texts, loop);
  return loop.watch(std::move(stop));
}

IndexCoverage CodeWeaver::coverage() const {
  return engine::read_coverage(impl_->paths());
}

std::optional<RunProgress> CodeWeaver::running() const {
  return engine::read_running(impl_->paths());
}

Result<RepoStatus> CodeWeaver::status() const {
  RepoStatus out;
  const auto paths = impl_->paths();
  const auto coverage = engine::read_coverage(paths);
  out.coverage = coverage.share();
  out.is_indexing = base::FileLock::is_held(paths.lock());
  out.is_watched = base::FileLock::is_held(paths.watch_lock());
  out.running = engine::read_running(paths);
  out.last_run = read_last_run(paths);
  auto searcher = impl_->open_searcher();
  if (!searcher) {
    const auto& code = searcher.error().code;
    if (code == error_code::kIndexNotFound || code == error_code::kFormerModel) return out;
    return searcher.error();
  }
  out.indexed = true;
  out.statistics = (*searcher)->statistics();
  out.total_files = out.statistics.files;
  out.total_chunks = out.statistics.chunks;
  out.last_indexed_at = out.statistics.last_indexed;
  if (const auto files = out.statistics.files_without_vectors; files > 0)
    out.warnings.push_back(!coverage.is_whole ? engine::vectors_to_come_warning(files)
                           : impl_->options.index.sparse_encoder
                               ? engine::missing_output_warning(files)
                               : engine::missing_vectors_warning(files));
  if (!coverage.is_whole) {
    out.changed_files = coverage.discovered - coverage.files;
    return out;
  }
  CODEWEAVER_ASSIGN(auto changes, impl_->indexer->count_changes());
  out.changed_files = changes;
  out.is_stale = changes > 0;
  return out;
}

Result<IndexStatistics> CodeWeaver::statistics() const {
  CODEWEAVER_ASSIGN(const auto searcher, impl_->open_searcher());
  return searcher->statistics();
}

std::size_t CodeWeaver::committed_files() const {
  auto searcher = impl_->open_searcher();
  return searcher ? (*searcher)->file_count() : 0;
}

}  // namespace codeweaver::inline v0_1
