// One indexing run, stage by stage: open, find work, read and commit, derive, finish.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/index_run.hpp"

#include <utility>

#include "base/file.hpp"
#include "base/new_file.hpp"
#include "base/os/memory.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/logger.hpp"
#include "engine/content/deferring_embedder.hpp"
#include "engine/content/settings_hash.hpp"
#include "engine/indexing/index_end.hpp"
#include "engine/indexing/index_models.hpp"
#include "engine/indexing/index_work.hpp"
#include "engine/indexing/index_writer.hpp"
#include "engine/indexing/partial_publisher.hpp"
#include "engine/indexing/progress_reporter.hpp"
#include "engine/indexing/read_files.hpp"
#include "engine/indexing/run_assembly.hpp"
#include "engine/indexing/run_recorder.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/index_lock.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/private_state.hpp"
#include "engine/writing/replaced_contents.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {
namespace {

using RunStage = IndexProgress::Stage;

/// Runs once; the caller must hold the index lock. Each stage leaves the data for the next one.
class IndexRun {
 public:
  IndexRun(const Indexer::Config& config, const Indexer::Parts& parts, const IndexRequest& request,
           const StatePaths& paths, const CallContext& call)
      : config_(config),
        parts_(parts),
        request_(request),
        paths_(paths),
        call_(call),
        recorder_({paths.checkpoint(), config.root,
                   settings_hash(config.options, parts.embedder.get()), request.force}),
        progress_(request.on_progress) {}

  Result<IndexReport> execute(std::optional<TreeScan> scan);

 private:
  Result<void> run(std::optional<TreeScan> scan);
  Result<void> open();
  Result<void> find(std::optional<TreeScan> scan);
  Result<void> read();
  Result<void> publish();
  Result<DeriveOutcome> derive(bool is_update);
  DeriveRequest derive_request(const TreeEdit* edit) const;
  GivenSnapshot given() const;

  const Indexer::Config& config_;
  const Indexer::Parts& parts_;
  const IndexRequest& request_;
  const StatePaths& paths_;
  CallContext call_;
  RunRecorder recorder_;
  ProgressReporter progress_;
  std::optional<store::Database> database_;
  TreeSegments segments_;  // as found by the run; `missing` is updated
  IndexWork work_;
  std::optional<IndexWriter> writer_;
  std::optional<RunAssembly> assembly_;  // set if all files of the tree are read
  std::optional<PartialPublisher> publisher_;
  bool has_deferred_ = false;  // vectors of files that it published
};

Error indexing_stopped() {
  return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Indexing was stopped",
               "indexing", "Index again; finished work is kept."};
}

Result<IndexReport> IndexRun::execute(std::optional<TreeScan> scan) {
  const auto done = run(std::move(scan));
  if (!done && done.error().category == ErrorCategory::kCancelled) {
    recorder_.end(IndexStatus::kCancelled);
    recorder_.warn(done.error().message());
  }
  recorder_.close(database_ ? &*database_ : nullptr);
  if (!done && done.error().category != ErrorCategory::kCancelled) return done.error();
  // A new index becomes one file, however small it is.
  if (database_ && !segments_.derived.is_current())
    if (auto folded = database_->fold_log(); !folded) recorder_.warn(folded.error().message());
  auto report = recorder_.take();
  if (parts_.logger) {
    auto record = log_record(config_.project_id, report);
    record.request_id = call_.request_id;
    parts_.logger->log(record);
  }
  return report;
}

Result<void> IndexRun::run(std::optional<TreeScan> scan) {
  const bool is_update = scan.has_value();
  if (auto done = open(); !done) return done;
  if (auto done = find(std::move(scan)); !done) return done;
  if (auto done = read(); !done) return done;
  if (auto done = writer_->commit_rest(); !done) return done;
  if (publisher_->is_due_at_end())
    if (auto done = publish(); !done) return done;
  CODEWEAVER_ASSIGN(const auto derived, derive(is_update));
  const DerivedRun ended{paths_, config_.root, work_, derived, is_update, request_.force};
  if (auto done = end_index(ended, *database_, *writer_, recorder_); !done) return done;
  progress_.begin(RunStage::kDone);
  return {};
}

Result<void> IndexRun::open() {
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths_.database()));
  database_.emplace(std::move(database));
  CODEWEAVER_ASSIGN(auto missing, MissingVectors::read(*database_, paths_));
  segments_.missing = std::move(missing);
  progress_.begin(RunStage::kDiscover);
  return set_index_models(*database_, paths_, config_, parts_, request_.force);
}

Result<void> IndexRun::find(std::optional<TreeScan> scan) {
  const ScanRequest request{config_.root, config_.options, recorder_.settings_hash(),
                            request_.force, !scan.has_value()};
  CODEWEAVER_ASSIGN(auto work, find_work(request, paths_, *database_, std::move(scan), call_.stop));
  work_ = std::move(work);
  segments_.derived = work_.scan.derived;
  if (!work_.scan.changes.none() && segments_.derived.is_current())
    if (auto swept = sweep_everything(*database_, paths_); !swept) return swept;
  recorder_.found(work_.scan, work_.files.size());
  progress_.expect(work_.files.size());
  recorder_.end_stage("discover");
  progress_.begin(RunStage::kIndex);
  return {};
}

DeriveRequest IndexRun::derive_request(const TreeEdit* edit) const {
  DeriveRequest out(config_.options, parts_.embedder.get(), segments_, edit);
  out.call = call_;
  return out;
}

/// A forced run does not use the work of others.
GivenSnapshot IndexRun::given() const {
  if (request_.force) return {};
  const auto* const embedder = parts_.embedder.get();
  return {request_.snapshot.get(), keeps_vectors(embedder) ? model_identity(embedder) : ""};
}

Result<void> IndexRun::read() {
  const auto& options = config_.options;
  const bool has_files = work_.scan.known.file_count() > 0;
  if (can_assemble(paths_, parts_.embedder.get(), request_.force, has_files))
    assembly_.emplace(paths_, derive_request(nullptr));
  const auto* const embedder = parts_.embedder.get();
  const bool is_kept = keeps_vectors(embedder);
  CODEWEAVER_ASSIGN(const auto tree, database_->make_tree(paths_.tree));
  writer_.emplace(IndexWriter::Context{*database_, tree, paths_, work_, recorder_, progress_,
                                       request_.force, is_kept ? model_identity(embedder) : ""},
                  options.memory_budget);
  publisher_.emplace(paths_, options.publish_after, is_kept,
                     [this] { return recorder_.elapsed(); });
  const auto take = [&](ReadFile file) -> Result<void> {
    if (file.prepared) assembly_->add(file.processed, *file.prepared);
    progress_.add_file(file.processed.file.path);
    writer_->add(std::move(file.processed));
    const bool is_due = publisher_->is_due(progress_.files_processed(), work_.files.size());
    if (writer_->is_full() || (is_due && publisher_->is_overdue())) {
      if (auto written = writer_->commit(); !written) return written;
      if (is_due)
        if (auto published = publish(); !published) return published;
    }
    progress_.go_on(RunStage::kIndex);
    return {};
  };
  const auto is_all = read_files(
      {paths_, options, work_, request_.force, assembly_ ? &*assembly_ : nullptr, given()}, take,
      call_.stop);
  recorder_.end_stage("index");
  if (!is_all) return is_all.error();
  if (*is_all) return {};
  auto written = writer_->commit();
  return written ? Result<void>(indexing_stopped()) : written;
}

Result<void> IndexRun::publish() {
  auto request = derive_request(nullptr);
  std::optional<DeferringEmbedder> deferring;
  has_deferred_ = keeps_vectors(request.embedder);
  if (has_deferred_)  // words can find the files long before such a model has embedded them
    request.embedder = &deferring.emplace(request.embedder->info());
  request.coverage = {work_.scan.changes.unchanged + progress_.files_processed(),
                      recorder_.report().files_discovered};
  auto missing =
      publisher_->publish(*database_, request, assembly_ ? assembly_->segments() : nullptr);
  if (!missing) return missing.error();
  if (*missing) segments_.missing = std::move(**missing);
  return {};
}

/// The update before a search does not add missing output.
Result<DeriveOutcome> IndexRun::derive(bool is_update) {
  auto request = derive_request(&writer_->tree().edit());
  request.rebuild = request_.force;
  if (assembly_) {
    request.assembly = assembly_->segments();
    os::release_free_memory();  // free the workers' memory before segments are written
  }
  request.fills_in = has_deferred_ || (!is_update && can_fill_in(segments_, request));
  request.on_progress = [&](std::size_t, std::size_t) { progress_.go_on(RunStage::kDerive); };
  auto derived = derive_segments(paths_, request);
  assembly_.reset();
  if (!derived) return derived;
  // No reader uses the generations without vectors any more, and later runs would try to add them.
  if (has_deferred_ && derived->missing.at(derived->generation).empty())
    CODEWEAVER_TRY(database_->set_meta(tree_key(kMissingVectorsKey, paths_), ""));
  recorder_.warn(derived->outage);
  recorder_.end_stage("derive");
  return derived;
}

}  // namespace

Result<IndexReport> run_index(const Indexer::Config& config, const Indexer::Parts& parts,
                              const IndexRequest& request, const CallContext& call,
                              std::optional<TreeScan> scan) {
  const StatePaths paths{config.state_dir, config.tree};
  if (request.snapshot)
    CODEWEAVER_TRY(
        request.snapshot->impl().check_settings(FileProcessor(config.options).fingerprint()));
  CODEWEAVER_TRY(prepare_state(paths));
  CODEWEAVER_ASSIGN(const auto lock, acquire_index_lock(paths, call.stop));
  (void)base::remove_left_over(paths.folder);
  return IndexRun(config, parts, request, paths, call).execute(std::move(scan));
}

}  // namespace codeweaver::engine
