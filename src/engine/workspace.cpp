// CodeWeaver: an indexer and a searcher over one project, with the freshness check between them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/workspace.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/state_paths.hpp"
#include "engine/watch_loop.hpp"
#include "store/segment.hpp"

namespace codeweaver {
namespace {

constexpr std::string_view kIndexingNow = "Results may be incomplete, indexing in progress";

bool is_code(const Error& error, std::string_view code) {
  return error.code == code;
}

}  // namespace

struct CodeWeaver::Impl {
  Project project;
  WorkspaceOptions options;
  std::optional<Indexer> indexer;
  std::mutex mutex;                          // guards searcher and index runs of this object
  std::shared_ptr<HybridSearcher> searcher;  // null until a state was opened

  engine::StatePaths paths() const { return {project.state_dir}; }
  Result<std::shared_ptr<HybridSearcher>> open_searcher();
  Result<std::vector<std::string>> freshen(std::stop_token stop);
  Result<std::shared_ptr<HybridSearcher>> ready(std::stop_token stop,
                                                std::vector<std::string>& warnings);
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
  auto indexer = Indexer::create(
      {project.root, project.state_dir, project.project_id, project.display_name, options.index},
      {options.embedder, options.logger});
  if (!indexer) return indexer.error();
  impl->indexer.emplace(std::move(*indexer));
  impl->project = std::move(project);
  impl->options = std::move(options);
  return CodeWeaver(std::move(impl));
}

const Project& CodeWeaver::project() const noexcept {
  return impl_->project;
}

Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::open_searcher() {
  if (searcher) {
    if (auto moved = searcher->refresh(); !moved) return moved.error();
    return searcher;
  }
  auto opened = HybridSearcher::open(project.state_dir,
                                     {options.embedder, options.reranker, options.logger, {}});
  if (!opened) return opened.error();
  searcher = std::make_shared<HybridSearcher>(std::move(*opened));
  return searcher;
}

/// Brings the index up to date when that is cheap. Returns warnings for the answer.
Result<std::vector<std::string>> CodeWeaver::Impl::freshen(std::stop_token stop) {
  std::vector<std::string> warnings;
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(paths().segments() / "manifest", ignored);
  if (!is_new) {
    auto changes = indexer->count_changes(options.fresh_files + 1);
    if (!changes) return changes.error();
    if (*changes == 0) return warnings;
    if (*changes > options.fresh_files) {
      warnings.push_back(
          "More than " + std::to_string(options.fresh_files) +
          " files changed since the last run; results may be incomplete until `codeweaver index`");
      return warnings;
    }
  }
  auto report = indexer->run({}, std::move(stop));
  if (report) return warnings;
  if (!is_code(report.error(), "INDEX_LOCKED") || is_new) return report.error();
  warnings.emplace_back(kIndexingNow);
  return warnings;
}

Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::ready(
    std::stop_token stop, std::vector<std::string>& warnings) {
  std::lock_guard lock(mutex);
  auto fresh = freshen(std::move(stop));
  if (!fresh) return fresh.error();
  warnings = std::move(*fresh);
  return open_searcher();
}

Result<IndexReport> CodeWeaver::index(const IndexRequest& request, std::stop_token stop) {
  std::lock_guard lock(impl_->mutex);
  if (request.force) impl_->searcher.reset();
  return impl_->indexer->run(request, std::move(stop));
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
    auto report = index({}, std::move(run_stop));
    if (!report) return report.error();
    const auto manifest =
        store::read_manifest(impl_->paths().segments(), impl_->paths().manifest());
    return WatchBatch{std::move(*report), manifest ? manifest->generation : 0};
  };
  return engine::WatchLoop(std::move(*tree), run, request).watch(std::move(stop));
}

Result<FindCodeResponseSummary> CodeWeaver::search(std::string_view query,
                                                   const SearchOptions& options,
                                                   std::stop_token stop) {
  std::vector<std::string> warnings;
  auto searcher = impl_->ready(stop, warnings);
  if (!searcher) return searcher.error();
  auto response = (*searcher)->search(query, options, stop);
  if (response)
    response->warnings.insert(response->warnings.begin(), warnings.begin(), warnings.end());
  return response;
}

Result<FindCodeResponseSummary> CodeWeaver::find_code(std::string_view query, SearchOptions options,
                                                      std::stop_token stop) {
  std::vector<std::string> warnings;
  auto searcher = impl_->ready(stop, warnings);
  if (!searcher) return searcher.error();
  auto response = (*searcher)->find_code(query, std::move(options), stop);
  if (response)
    response->warnings.insert(response->warnings.begin(), warnings.begin(), warnings.end());
  return response;
}

Result<WhyNot> CodeWeaver::why_not(std::string_view query, std::string_view path,
                                   const SearchOptions& options, std::stop_token stop) {
  std::vector<std::string> warnings;
  auto searcher = impl_->ready(stop, warnings);
  if (!searcher) return searcher.error();
  return (*searcher)->why_not(query, path, options, stop);
}

Result<std::vector<SymbolMatch>> CodeWeaver::find_symbol(std::string_view name, std::size_t limit) {
  std::vector<std::string> warnings;
  auto searcher = impl_->ready({}, warnings);
  if (!searcher) return searcher.error();
  return (*searcher)->find_symbol(name, limit);
}

Result<RepoStatus> CodeWeaver::status() const {
  RepoStatus out;
  out.is_indexing = base::FileLock::is_held(impl_->paths().lock());
  std::lock_guard lock(impl_->mutex);
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
  std::lock_guard lock(impl_->mutex);
  auto searcher = impl_->open_searcher();
  return searcher ? (*searcher)->file_count() : 0;
}

}  // namespace codeweaver
