// Indexer: checks its configuration once, then starts runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/indexer.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reconcile.hpp"
#include "corpus/discovery.hpp"
#include "corpus/project_path.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/content/settings_hash.hpp"
#include "engine/indexing/index_run.hpp"
#include "engine/indexing/refresh_pace.hpp"
#include "engine/segments/segment_merge.hpp"
#include "engine/state/checkpoint.hpp"
#include "engine/state/index_lock.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/state_place.hpp"
#include "engine/state/state_repair.hpp"
#include "store/search/snapshot.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::inline v0_1 {

namespace {

/// A comparison of the folder that also reads files that may have changed without a new stamp.
struct CloseScan : engine::TreeScan {
  std::vector<std::size_t> rewritten{};  // of the doubtful files, up to the limit
  std::size_t changed_files = 0;         // counted up to the limit
  bool is_derived = false;               // the segments match the files of the database
};

}  // namespace

struct [[gnu::visibility("hidden")]] Indexer::Impl {
  Config config;
  Parts parts;

  Result<std::size_t> index_seen(CloseScan scan, const CallContext& call) const;
  Result<std::size_t> index_all_seen(const CallContext& call) const;
  Result<IndexReport> run_and_repair(const IndexRequest& request, const CallContext& call);
};

Indexer::Indexer(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Indexer::Indexer(Indexer&&) noexcept = default;
Indexer& Indexer::operator=(Indexer&&) noexcept = default;
Indexer::~Indexer() = default;

Result<Indexer> Indexer::create(Config config, Parts parts) {
  if (auto root = corpus::resolve_root(config.root))
    config.root = *std::move(root);
  else if (root.error().code != error_code::kPathNotFound ||
           !engine::is_state_of(config.state_dir, config.tree, config.root) ||
           !engine::StatePaths{config.state_dir, config.tree}.has_database())
    return root.error();
  CODEWEAVER_TRY(engine::check_chunker(config.options));
  if (config.project_id.empty()) config.project_id = config.root.filename().string();
  if (config.display_name.empty()) config.display_name = config.project_id;
  parts.logger = engine::guarded(std::move(parts.logger));
  return Indexer(std::make_unique<Impl>(Impl{std::move(config), std::move(parts)}));
}

Result<IndexReport> Indexer::run(const IndexRequest& request, const CallContext& given) {
  // A complete run is not limited by the deadline of a query that started it.
  const auto call = given.without_deadline();
  auto report = engine::retry_while_locked(
      {impl_->config.state_dir, impl_->config.tree}, request,
      [&] { return impl_->run_and_repair(request, call); }, call.stop);
  if (!report || request.defer_merges || report->status == IndexStatus::kSkipped ||
      report->status == IndexStatus::kCancelled)
    return report;
  // The run is committed, so a failure to merge segments is only a warning.
  if (const auto merged = merge(call); !merged)
    if (merged.error().category != ErrorCategory::kCancelled)
      report->warnings.push_back(merged.error().message());
  return report;
}

/// One run. If the database turns out to be damaged, it is replaced first. A forced run, which
/// users are told to start after damage, checks for damage before anything else.
Result<IndexReport> Indexer::Impl::run_and_repair(const IndexRequest& request,
                                                  const CallContext& call) {
  const engine::StatePaths paths{config.state_dir, config.tree};
  std::vector<std::string> notes;
  if (request.force) {
    CODEWEAVER_ASSIGN(auto repaired,
                      engine::repair_database(paths, engine::Replace::kUnreadable, call.stop));
    notes = std::move(repaired);
  }
  auto report = engine::run_index(config, parts, request, call);
  if (!report && report.error().code == error_code::kFormerModel) {
    auto forced = request;
    forced.force = true;
    report = run_and_repair(forced, call);
    if (report) report->warnings.emplace_back(engine::kRebuiltForModel);
    return report;
  }
  if (!report && notes.empty() && engine::is_database_damage(report.error())) {
    CODEWEAVER_ASSIGN(auto repaired,
                      engine::repair_database(paths, engine::Replace::kDamaged, call.stop));
    notes = std::move(repaired);
    report = engine::run_index(config, parts, request, call);
  }
  if (report) report->warnings.insert(report->warnings.begin(), notes.begin(), notes.end());
  return report;
}

Result<std::size_t> Indexer::merge(const CallContext& call) {
  return engine::merge_segments({impl_->config.state_dir, impl_->config.tree}, nullptr, call.stop);
}

std::optional<InterruptedRun> Indexer::interrupted_run() const {
  const engine::StatePaths paths{impl_->config.state_dir, impl_->config.tree};
  const auto checkpoint = engine::read_checkpoint(paths.checkpoint());
  if (!checkpoint || base::FileLock::is_held(paths.lock())) return std::nullopt;
  const auto hash = engine::settings_hash(impl_->config.options, impl_->parts.embedder.get());
  InterruptedRun run;
  run.run_id = checkpoint->session_id;
  run.started_at = base::iso8601(checkpoint->start_time);
  run.last_checkpoint = base::iso8601(checkpoint->last_checkpoint);
  run.files_processed = checkpoint->file_count;
  run.chunks_created = checkpoint->chunks_created;
  run.has_same_settings = checkpoint->settings_hash == hash;
  run.is_recent = engine::is_recent(*checkpoint, base::system_clock().now());
  return run;
}

namespace {

Error scan_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled,
          "Comparing the index with the files was cancelled", "looking for changed files", ""};
}

/// `only`: the paths to check; null: the whole tree.
Result<CloseScan> scan_closely(const Indexer::Config& config, const Embedder* embedder,
                               std::size_t limit, std::stop_token stop,
                               const corpus::PathSelection* only = nullptr) {
  const engine::StatePaths paths{config.state_dir, config.tree};
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  const auto hash = engine::settings_hash(config.options, embedder);
  const engine::ScanRequest request{config.root, config.options, hash};
  auto scanned = only == nullptr ? engine::scan_tree(request, paths, database, stop)
                                 : engine::scan_paths(request, paths, database, *only, stop);
  if (!scanned) return scanned.error();
  CloseScan scan{std::move(*scanned)};
  // They differ after an interrupted run, or if one of the two was restored from a backup.
  const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  scan.is_derived =
      scan.derived.is_current() && manifest && manifest->generation == scan.derived.generation;
  scan.changed_files = scan.changes.changed.size() + scan.changes.removed.size();
  const engine::FileProcessor processor(config.options, stop);
  for (const std::size_t i : scan.changes.doubtful) {
    if (scan.changed_files >= limit) break;
    const auto& file = scan.found.files[i];
    const auto now = processor.process(file, &database);
    if (stop.stop_requested()) return scan_stopped();
    if (now.file.content == scan.known[scan.known.find(file.path)].content) continue;
    scan.rewritten.push_back(i);
    ++scan.changed_files;
  }
  return scan;
}

}  // namespace

/// Indexes the changes of a scan. Returns the number of indexed, skipped or removed files.
Result<std::size_t> Indexer::Impl::index_seen(CloseScan scan, const CallContext& call) const {
  if (scan.changes.none() && scan.is_derived) return std::size_t{0};
  const IndexRequest request;
  const auto skipped = scan.changes.skipped.size();
  CODEWEAVER_ASSIGN(const auto report, engine::run_index(config, parts, request, call,
                                                         static_cast<engine::TreeScan&&>(scan)));
  return report.files_indexed + report.files_removed + skipped;
}

Result<std::size_t> Indexer::Impl::index_all_seen(const CallContext& call) const {
  CODEWEAVER_ASSIGN(auto scan, scan_closely(config, parts.embedder.get(), 0, call.stop));
  return index_seen(std::move(scan), call);
}

/// Works in slices; each is a separate run after a new scan. The time of one slice determines the
/// size of the next one.
Result<RefreshReport> Indexer::refresh(std::chrono::milliseconds patience,
                                       const CallContext& call) {
  RefreshReport out;
  const bool indexes_none = patience.count() == 0;
  const auto scan_now = [&]() -> Result<CloseScan> {
    constexpr auto kAll = std::numeric_limits<std::size_t>::max();
    CODEWEAVER_ASSIGN(auto scan, scan_closely(impl_->config, impl_->parts.embedder.get(),
                                              indexes_none ? kAll : 0, call.stop));
    // A slice reads doubtful files. Without slices, unchanged files must not be reported as stale.
    if (indexes_none) scan.changes.doubtful = scan.rewritten;
    return scan;
  };
  CODEWEAVER_ASSIGN(auto scan, scan_now());
  // The time starts after the first scan: even if scans take long, each search indexes something.
  engine::RefreshPace pace(patience);
  for (;;) {
    out.left.clear();
    if (scan.changes.none() && scan.is_derived) return out;
    // After an interrupted run everything is repaired at once, because its parts are unknown.
    const bool is_whole = scan.wants_all || !scan.is_derived;
    out.needs_run =
        is_whole && (pace.is_over() || (scan.wants_all && engine::weight_of(scan) > pace.most()));
    if (out.needs_run) return out;
    if (!is_whole) out.left = engine::take_out(scan, pace.is_over() ? 0 : pace.next());
    if (scan.changes.none() && scan.is_derived) return out;
    const auto weight = engine::weight_of(scan);
    CODEWEAVER_ASSIGN(const auto files, impl_->index_seen(std::move(scan), call));
    out.files += files;
    if (out.left.empty()) return out;
    pace.did(weight);
    CODEWEAVER_ASSIGN(scan, scan_now());
  }
}

Result<std::size_t> Indexer::update(std::span<const std::string> paths, const CallContext& call) {
  std::vector<std::string> selected;
  bool has_rules = false;
  for (const auto& path : paths) {
    CODEWEAVER_ASSIGN(selected.emplace_back(), corpus::path_within(impl_->config.root, path));
    has_rules = has_rules || corpus::is_ignore_file(selected.back());
  }
  if (has_rules) return impl_->index_all_seen(call);
  const corpus::PathSelection only(std::move(selected));
  CODEWEAVER_ASSIGN(auto scan,
                    scan_closely(impl_->config, impl_->parts.embedder.get(), 0, call.stop, &only));
  if (scan.wants_all) return impl_->index_all_seen(call);
  return impl_->index_seen(std::move(scan), call);
}

Result<std::size_t> Indexer::count_changes(std::size_t limit) const {
  CODEWEAVER_ASSIGN(auto scan, scan_closely(impl_->config, impl_->parts.embedder.get(), limit, {}));
  return std::min(limit, scan.changed_files);
}

Result<std::vector<Difference>> Indexer::differences(const CallContext& call) const {
  const auto& stop = call.stop;
  const auto node_id = [](std::string_view path) { return "file:" + std::string(path); };
  const auto by_path = [](const Difference& a, const Difference& b) {
    return a.node_id < b.node_id;
  };
  std::vector<Difference> out;
  const auto& config = impl_->config;
  auto scan = scan_closely(config, impl_->parts.embedder.get(), SIZE_MAX, stop);
  if (!scan && scan.error().category == ErrorCategory::kNotFound) {
    CODEWEAVER_ASSIGN(
        auto found, corpus::discover(config.root, corpus::discovery_options(config.options), stop));
    for (const auto& file : found.files)
      out.push_back({DifferenceKind::kMissing, node_id(file.path)});
    std::ranges::sort(out, by_path);
    return out;
  }
  if (!scan) return scan.error();
  const engine::FileProcessor processor(config.options, stop);
  for (const std::size_t i : scan->changes.changed) {
    if (stop.stop_requested()) return scan_stopped();
    const auto& file = scan->found.files[i];
    const auto at = scan->known.find(file.path);
    const bool is_known =
        at != scan->known.size() && scan->known[at].state == store::FileOutcome::kIndexed;
    if (!is_known)
      out.push_back({DifferenceKind::kMissing, node_id(file.path)});
    else if (processor.process(file, nullptr).file.content != scan->known[at].content)
      out.push_back({DifferenceKind::kStale, node_id(file.path)});
  }
  for (const std::size_t i : scan->rewritten)
    out.push_back({DifferenceKind::kStale, node_id(scan->found.files[i].path)});
  for (const auto& path : scan->changes.removed)
    if (scan->known[scan->known.find(path)].state == store::FileOutcome::kIndexed)
      out.push_back({DifferenceKind::kOrphan, node_id(path)});
  std::ranges::sort(out, by_path);
  return out;
}

}  // namespace codeweaver::inline v0_1
