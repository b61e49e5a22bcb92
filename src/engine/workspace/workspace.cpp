// CodeWeaver: an indexer and a searcher over one project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/workspace.hpp"

#include <thread>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/reranker.hpp"
#include "corpus/discovery.hpp"
#include "corpus/git.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/content/missing_vectors.hpp"
#include "engine/freshness/freshness.hpp"
#include "engine/indexing/watch_loop.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/private_state.hpp"
#include "engine/state/state_repair.hpp"
#include "engine/workspace/workspace_impl.hpp"
#include "store/database/database.hpp"
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

/// The lock of the single process that watches; other processes wait until it ends.
Result<base::FileLock> acquire_watch(const engine::StatePaths& paths, const WatchRequest& request,
                                     const std::stop_token& stop) {
  CODEWEAVER_TRY(engine::prepare_state(paths));
  const auto file = paths.watch_lock();
  auto lock = base::FileLock::acquire(file);
  if (lock || lock.error().code != error_code::kIndexLocked) return lock;
  auto [process, since] = base::FileLock::read_note(file);
  if (request.on_wait)
    request.on_wait({WatchWait::For::kWatcher, {std::move(process), std::move(since)}});
  return base::FileLock::wait(file, stop);
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
  Indexer::Config config{project.root,         project.state_dir, project.project_id,
                         project.display_name, options.index,     project.tree};
  CODEWEAVER_ASSIGN(auto indexer, Indexer::create(config, {options.embedder, options.logger}));
  return CodeWeaver(
      std::make_shared<Impl>(std::move(project), std::move(options), std::move(indexer),
                             std::move(config), std::move(starting_git)),
      nullptr);
}

CodeWeaver::Impl::Impl(Project opened, WorkspaceOptions parts, Indexer indexer,
                       Indexer::Config its_config, std::jthread git)
    : project(std::move(opened)),
      options(std::move(parts)),
      config(std::move(its_config)),
      mirror(options.store
                 ? std::make_shared<engine::StoreMirror>(options.store, config, options.embedder)
                 : nullptr),
      trees(config,
            {options.embedder,
             options.reranker,
             options.logger,
             {},
             options.store,
             options.index.sparse_encoder,
             options.past_commits},
            mirror),
      runs(std::move(indexer), config, {options.logger, mirror, options.past_commits},
           [this] { trees.close(); }),
      repairs(runs, project.project_id, options.logger,
              [this] {
                trees.close();
                trees.namespaces().forget();
              }),
      freshness(runs, repairs, project.root,
                {options.patience, options.checks_tree, options.first_index_wait,
                 options.first_index_patience}),
      lines({project.root, project.state_dir, project.tree, project.project_id}),
      starting_git(std::move(git)) {}

Result<CodeWeaver> CodeWeaver::with_overlay(Overlay overlay) const {
  Overlay within;
  for (const auto& [path, text] : overlay.files()) {
    CODEWEAVER_ASSIGN(const auto relative, corpus::path_within(impl_->config.root, path));
    CODEWEAVER_TRY(within.share(relative, text));
  }
  return CodeWeaver(impl_, std::make_shared<Unsaved>(std::move(within)));
}

const Project& CodeWeaver::project() const noexcept {
  return impl_->project;
}

bool CodeWeaver::can(Feature /*feature*/) const noexcept {
  return true;
}

Result<IndexReport> CodeWeaver::index(const IndexRequest& request, const CallContext& call) {
  auto report = impl_->runs.index(request, call);
  const bool is_done = report && (report->status == IndexStatus::kSuccess ||
                                  report->status == IndexStatus::kPartial);
  if (is_done && !request.defer_merges) impl_->runs.merge(impl_->paths(), call.stop);
  return report;
}

Result<std::size_t> CodeWeaver::update(std::span<const std::string> paths,
                                       const CallContext& call) {
  return impl_->repairs.repairing(call, [&] { return impl_->runs.update(paths, call); });
}

std::optional<InterruptedRun> CodeWeaver::interrupted_run() const {
  return impl_->runs.indexer().interrupted_run();
}

Result<void> CodeWeaver::watch(const WatchRequest& request, std::stop_token stop) {
  const auto lock = acquire_watch(impl_->paths(), request, stop);
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
    CODEWEAVER_ASSIGN(auto report, impl_->runs.index(each, std::move(run_stop)));
    impl_->runs.merge_later();
    const auto paths = impl_->paths();
    const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
    return WatchBatch{std::move(report), manifest ? manifest->generation : 0};
  };
  engine::WatchLoop loop(std::move(tree), run, request);
  const engine::WatchedTree::Watch watch(impl_->freshness.watched(), loop);
  const engine::WatchedTree::Watch watch_of_texts(impl_->lines.watched(), loop);
  return loop.watch(std::move(stop));
}

IndexCoverage CodeWeaver::coverage() const {
  return engine::read_coverage(impl_->paths());
}

std::optional<RunProgress> CodeWeaver::running() const {
  return engine::read_running(impl_->paths());
}

Result<RepoStatus> CodeWeaver::status(const CallContext& /*call*/) const {
  RepoStatus out;
  const auto paths = impl_->paths();
  const auto coverage = engine::read_coverage(paths);
  out.coverage = coverage.share();
  out.is_indexing = base::FileLock::is_held(paths.lock());
  out.is_watched = base::FileLock::is_held(paths.watch_lock());
  out.running = engine::read_running(paths);
  out.last_run = read_last_run(paths);
  auto searcher = impl_->trees.folder();
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
  if (auto missing = engine::missing_folder_warning(impl_->project.root)) {
    out.changed_files = out.total_files;
    out.is_stale = true;
    out.warnings.insert(out.warnings.begin(), *std::move(missing));
    return out;
  }
  CODEWEAVER_ASSIGN(auto changes, impl_->runs.indexer().count_changes());
  out.changed_files = changes;
  out.is_stale = changes > 0;
  return out;
}

Result<IndexStatistics> CodeWeaver::statistics() const {
  CODEWEAVER_ASSIGN(const auto searcher, impl_->trees.folder());
  return searcher->statistics();
}

Result<std::vector<std::string>> CodeWeaver::verify() const {
  return engine::find_all_damage(impl_->paths());
}

std::size_t CodeWeaver::committed_files() const {
  auto searcher = impl_->trees.folder();
  return searcher ? (*searcher)->file_count() : 0;
}

}  // namespace codeweaver::inline v0_1
