// CodeWeaver: an indexer and a searcher over one project, with the freshness check between them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/workspace.hpp"

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/commit_run.hpp"
#include "engine/merge_policy.hpp"
#include "engine/merge_worker.hpp"
#include "engine/search_target.hpp"
#include "engine/segment_merge.hpp"
#include "engine/shared_run.hpp"
#include "engine/state_paths.hpp"
#include "engine/watch_loop.hpp"
#include "store/database.hpp"
#include "store/segment.hpp"

namespace codeweaver {
namespace {

constexpr std::size_t kOpenCommits = 4;  // searchers kept by one object
/// How long a search waits for an index run of this object before it answers without.
constexpr auto kPatience = std::chrono::milliseconds(250);
constexpr std::string_view kIndexingNow = "Results may be incomplete, indexing in progress";
constexpr std::string_view kMended =
    "A part of the index was damaged or gone and was rebuilt from the database";

bool is_code(const Error& error, std::string_view code) {
  return error.code == code;
}

/// Segments are damaged or gone, which a run makes anew from the database.
bool can_be_mended(const Error& error) {
  return is_code(error, "SEGMENT_CORRUPT") || is_code(error, "INDEX_NOT_FOUND");
}

/// A searcher of the tree that was asked for, and the options as it takes them.
struct Prepared {
  std::shared_ptr<HybridSearcher> searcher;
  SearchOptions options;
  engine::SearchTarget target;
  std::vector<std::string> warnings;
};

/// nullopt: nothing was recorded, or nothing of it can be read.
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

struct CodeWeaver::Impl {
  Project project;
  WorkspaceOptions options;
  Indexer::Config config;
  std::optional<Indexer> indexer;
  std::timed_mutex runs;  // held by what may change the index
  engine::SharedRun<std::vector<std::string>> freshness;
  std::mutex mutex;                                                // guards searcher
  std::shared_ptr<HybridSearcher> searcher;                        // null until a state was opened
  std::map<std::string, std::shared_ptr<HybridSearcher>> commits;  // by id; guarded by mutex
  engine::MergeWorker merges{
      [this](std::stop_token stop) { merge(std::move(stop)); },
      [this] { return engine::segment_count(paths()) > engine::kMostSegments; }};

  engine::StatePaths paths() const { return {project.state_dir, project.tree}; }
  bool is_new() const;
  Result<std::shared_ptr<HybridSearcher>> open_searcher();
  Result<std::vector<std::string>> freshen(std::stop_token stop);
  Result<IndexReport> index(IndexRequest request, std::stop_token stop);
  void merge(std::stop_token stop);
  Result<std::shared_ptr<HybridSearcher>> open_commit(const std::string& commit,
                                                      std::stop_token stop);
  Result<void> mend(const std::string& commit, std::stop_token stop);
  Result<Prepared> ready(const SearchOptions& options, std::stop_token stop);
  template <class Ask>
  Result<FindCodeResponseSummary> answer(const SearchOptions& options, std::stop_token stop,
                                         Ask ask);
};

CodeWeaver::CodeWeaver(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
CodeWeaver::CodeWeaver(CodeWeaver&&) noexcept = default;
CodeWeaver& CodeWeaver::operator=(CodeWeaver&&) noexcept = default;
CodeWeaver::~CodeWeaver() = default;

Result<CodeWeaver> CodeWeaver::open(Project project, WorkspaceOptions options) {
  if (!options.embedder) {
    auto embedder = make_static_embedder();
    if (!embedder) return embedder.error();
    options.embedder = std::move(*embedder);
  }
  if (!options.reranker) {
    auto reranker = make_learned_reranker();
    if (!reranker) return reranker.error();
    options.reranker = std::move(*reranker);
  }
  auto impl = std::make_unique<Impl>();
  impl->config = {project.root,         project.state_dir, project.project_id,
                  project.display_name, options.index,     project.tree};
  auto indexer = Indexer::create(impl->config, {options.embedder, options.logger});
  if (!indexer) return indexer.error();
  impl->indexer.emplace(std::move(*indexer));
  impl->project = std::move(project);
  impl->options = std::move(options);
  return CodeWeaver(std::move(impl));
}

const Project& CodeWeaver::project() const noexcept {
  return impl_->project;
}

/// The newest committed state; costs a look at the manifest when it is open already.
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::open_searcher() {
  std::lock_guard lock(mutex);
  if (searcher) {
    if (auto moved = searcher->refresh(); !moved) return moved.error();
    return searcher;
  }
  auto opened = HybridSearcher::open(project.state_dir,
                                     {options.embedder, options.reranker, options.logger, {}},
                                     {project.tree, project.project_id, project.root});
  if (!opened) return opened.error();
  searcher = std::make_shared<HybridSearcher>(std::move(*opened));
  return searcher;
}

bool CodeWeaver::Impl::is_new() const {
  std::error_code ignored;
  return !std::filesystem::exists(paths().segments() / paths().manifest(), ignored);
}

/// The searcher of a commit, which is brought into the index first where it is not there.
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::open_commit(const std::string& commit,
                                                                      std::stop_token stop) {
  const std::lock_guard turn(runs);
  const std::lock_guard lock(mutex);
  if (!engine::is_commit_indexed(config, options.embedder.get(), commit)) {
    commits.erase(commit);
    const Indexer::Parts parts{options.embedder, options.logger};
    auto done = engine::CommitRun(config, parts, commit, std::move(stop)).execute();
    if (!done) return done.error();
  }
  const engine::StatePaths tree{project.state_dir, engine::commit_tree(commit)};
  std::error_code ignored;  // the time says that the commit is in use
  std::filesystem::last_write_time(tree.segments() / tree.manifest(),
                                   std::filesystem::file_time_type::clock::now(), ignored);
  if (const auto open = commits.find(commit); open != commits.end()) return open->second;
  auto opened = HybridSearcher::open(project.state_dir,
                                     {options.embedder, options.reranker, options.logger, {}},
                                     {tree.tree, project.project_id, project.root});
  if (!opened) return opened.error();
  if (commits.size() >= kOpenCommits) commits.clear();
  return commits[commit] = std::make_shared<HybridSearcher>(std::move(*opened));
}

/// Brings the index up to date when that is cheap. Returns warnings for the answer.
Result<std::vector<std::string>> CodeWeaver::Impl::freshen(std::stop_token stop) {
  std::vector<std::string> warnings;
  const bool is_first = is_new();
  std::unique_lock turn(runs, std::defer_lock);
  if (is_first)
    turn.lock();
  else if (!turn.try_lock_for(kPatience))
    return std::vector<std::string>{std::string(kIndexingNow)};
  const auto changes = [&]() -> Result<std::size_t> {
    if (!is_first) return indexer->freshen(options.fresh_files, std::move(stop));
    auto report = indexer->run({}, std::move(stop));
    return report ? Result<std::size_t>(0) : report.error();
  }();
  if (changes && *changes > 0) merges.notify();
  if (!changes) {
    if (!is_code(changes.error(), "INDEX_LOCKED") || is_first) return changes.error();
    warnings.emplace_back(kIndexingNow);
  } else if (*changes > options.fresh_files) {
    warnings.push_back(
        "More than " + std::to_string(options.fresh_files) +
        " files changed since the last run; results may be incomplete until `codeweaver index`");
  }
  return warnings;
}

/// Makes the segments of the working tree anew from the database, or has those of a commit made
/// anew when it is opened.
Result<void> CodeWeaver::Impl::mend(const std::string& commit, std::stop_token stop) {
  if (commit.empty()) {
    auto report = index({}, std::move(stop));
    return report ? Result<void>() : report.error();
  }
  const engine::StatePaths tree{project.state_dir, engine::commit_tree(commit)};
  std::error_code ignored;
  std::filesystem::remove(tree.segments() / tree.manifest(), ignored);
  return {};
}

Result<Prepared> CodeWeaver::Impl::ready(const SearchOptions& asked, std::stop_token stop) {
  auto target = engine::resolve_target(project.root, asked);
  if (!target) return target.error();
  Prepared out{nullptr, engine::options_within(*target, asked), std::move(*target), {}};
  const bool is_commit = !out.target.commit.empty();
  if (!is_commit || is_new()) {  // a commit shares what the working tree has
    auto fresh = freshness.run([&] { return freshen(stop); });
    if (!fresh) return fresh.error();
    if (!is_commit) out.warnings = std::move(*fresh);
  }
  const auto open = [&] {
    return is_commit ? open_commit(out.target.commit, stop) : open_searcher();
  };
  auto opened = open();
  if (!opened && can_be_mended(opened.error())) {
    if (auto mended = mend(out.target.commit, stop); !mended) return mended.error();
    out.warnings.emplace_back(kMended);
    opened = open();
  }
  if (!opened) return opened.error();
  out.searcher = std::move(*opened);
  return out;
}

/// Asks the searcher of the tree that the options name, and adds to the answer what it was.
template <class Ask>
Result<FindCodeResponseSummary> CodeWeaver::Impl::answer(const SearchOptions& asked,
                                                         std::stop_token stop, Ask ask) {
  auto prepared = ready(asked, std::move(stop));
  if (!prepared) return prepared.error();
  Result<FindCodeResponseSummary> response = ask(*prepared->searcher, std::move(prepared->options));
  if (!response) return response;
  response->warnings.insert(response->warnings.begin(), prepared->warnings.begin(),
                            prepared->warnings.end());
  response->ref = std::move(prepared->target.ref);
  response->commit = std::move(prepared->target.commit);
  response->changed_in = asked.changed_in;
  return response;
}

/// One run, without merges.
Result<IndexReport> CodeWeaver::Impl::index(IndexRequest request, std::stop_token stop) {
  std::lock_guard turn(runs);
  request.defer_merges = true;
  auto report = indexer->run(request, std::move(stop));
  if (request.force) {  // which may have made a new database file
    std::lock_guard lock(mutex);
    searcher.reset();
    commits.clear();
  }
  return report;
}

/// Nobody waits for it: what fails is written to the log.
void CodeWeaver::Impl::merge(std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  const auto merged = engine::merge_segments(paths(), &runs, std::move(stop));
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
  if (is_done && !request.defer_merges) impl_->merge(std::move(stop));
  return report;
}

std::optional<InterruptedRun> CodeWeaver::interrupted_run() const {
  return impl_->indexer->interrupted_run();
}

Result<void> CodeWeaver::watch(const WatchRequest& request, std::stop_token stop) {
  corpus::TreeWatchOptions options;
  options.debounce = impl_->options.watch.debounce;
  options.check_interval = impl_->options.watch.check_interval;
  options.state_dir = impl_->project.state_dir;
  auto tree = corpus::TreeWatch::open(
      impl_->project.root, corpus::discovery_options(impl_->options.index), std::move(options));
  if (!tree) return tree.error();
  const auto run = [this](std::stop_token run_stop) -> Result<WatchBatch> {
    auto report = impl_->index({}, std::move(run_stop));
    if (!report) return report.error();
    impl_->merges.notify();
    const auto paths = impl_->paths();
    const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
    return WatchBatch{std::move(*report), manifest ? manifest->generation : 0};
  };
  return engine::WatchLoop(std::move(*tree), run, request).watch(std::move(stop));
}

Result<FindCodeResponseSummary> CodeWeaver::search(std::string_view query,
                                                   const SearchOptions& options,
                                                   std::stop_token stop) {
  return impl_->answer(options, stop, [&](const HybridSearcher& searcher, SearchOptions within) {
    return searcher.search(query, within, stop);
  });
}

Result<FindCodeResponseSummary> CodeWeaver::find_code(std::string_view query, SearchOptions options,
                                                      std::stop_token stop) {
  return impl_->answer(options, stop, [&](const HybridSearcher& searcher, SearchOptions within) {
    return searcher.find_code(query, std::move(within), stop);
  });
}

Result<WhyNot> CodeWeaver::why_not(std::string_view query, std::string_view path,
                                   const SearchOptions& options, std::stop_token stop) {
  const auto prepared = impl_->ready(options, stop);
  if (!prepared) return prepared.error();
  return prepared->searcher->why_not(query, path, prepared->options, stop);
}

Result<std::vector<SymbolMatch>> CodeWeaver::find_symbol(std::string_view name, std::size_t limit) {
  const auto prepared = impl_->ready({}, {});
  if (!prepared) return prepared.error();
  return prepared->searcher->find_symbol(name, limit);
}

Result<RepoStatus> CodeWeaver::status() const {
  RepoStatus out;
  out.is_indexing = base::FileLock::is_held(impl_->paths().lock());
  out.last_run = read_last_run(impl_->paths());
  auto searcher = impl_->open_searcher();
  if (!searcher) {
    if (is_code(searcher.error(), "INDEX_NOT_FOUND")) return out;
    return searcher.error();
  }
  out.indexed = true;
  out.statistics = (*searcher)->statistics();
  out.total_files = out.statistics.files;
  out.total_chunks = out.statistics.chunks;
  out.last_indexed_at = out.statistics.last_indexed;
  auto changes = impl_->indexer->count_changes();
  if (!changes) return changes.error();
  out.changed_files = *changes;
  out.is_stale = *changes > 0;
  return out;
}

std::size_t CodeWeaver::committed_files() const {
  auto searcher = impl_->open_searcher();
  return searcher ? (*searcher)->file_count() : 0;
}

}  // namespace codeweaver
