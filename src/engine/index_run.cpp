// One indexing run, stage by stage.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/index_run.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/thread_pool.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "engine/derive.hpp"
#include "engine/model_identity.hpp"
#include "engine/shared_segments.hpp"
#include "engine/worker_databases.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kBatchFiles = 100;        // a checkpoint: what a crash can cost
constexpr std::size_t kBatchBytes = 16U << 20;  // of source text held before a commit
constexpr std::size_t kWindow = 64;
constexpr auto kProgressInterval = std::chrono::milliseconds(50);

Error cancelled() {
  return Error{ErrorCategory::kCancelled, "CANCELLED", "Indexing was stopped", "indexing",
               "Run it again; finished work is kept."};
}

/// Deletes the database with its companions, and what was derived from it.
Result<void> remove_state(const StatePaths& paths) {
  std::error_code error;
  const auto database = paths.database().string();
  for (const auto& path : {database, database + "-wal", database + "-shm"})
    if (!error) std::filesystem::remove(path, error);
  if (!error) std::filesystem::remove_all(paths.segments(), error);
  if (!error) return {};
  return Error{ErrorCategory::kIo, "IO",
               "Cannot delete the old index in " + paths.folder.string() + ": " + error.message(),
               "rebuilding the index", "Check the permissions of that folder."};
}

}  // namespace

Result<std::map<std::string, KnownFile>> known_files(const store::Database& database) {
  std::map<std::string, KnownFile> known;
  auto walked = database.for_each_file([&](const store::FileRecord& file) {
    known.emplace(file.path, KnownFile{{file.mtime_ns, file.size_bytes},
                                       file.raw_hash,
                                       file.content,
                                       file.outcome,
                                       file.chunk_ids});
    return true;
  });
  if (!walked) return walked.error();
  return known;
}

TreeChanges compare_tree(const corpus::Discovery& discovery,
                         const std::map<std::string, KnownFile>& known, bool force) {
  TreeChanges changes;
  std::set<std::string_view> present;
  for (const auto& file : discovery.files) {
    present.insert(file.path);
    const auto before = known.find(file.path);
    const auto stamp = stamp_of(file.absolute_path);
    if (!force && before != known.end() && stamp && before->second.stamp == *stamp &&
        before->second.outcome != "failed")
      ++changes.unchanged;
    else
      changes.changed.push_back(file);
  }
  for (const auto& skip : discovery.skipped) present.insert(skip.path);
  for (const auto& [path, file] : known)
    if (!present.contains(path)) changes.removed.push_back(path);
  return changes;
}

IndexRun::IndexRun(const Indexer::Config& config, const Indexer::Parts& parts,
                   const IndexRequest& request, std::stop_token stop)
    : config_(config),
      parts_(parts),
      request_(request),
      stop_(std::move(stop)),
      paths_{config.state_dir, config.tree},
      processor_(config.options),
      start_(std::chrono::steady_clock::now()),
      lap_(start_) {}

Result<IndexReport> IndexRun::execute() {
  std::error_code error;
  std::filesystem::create_directories(paths_.folder, error);
  if (error)
    return Error{ErrorCategory::kIo, "IO",
                 "Cannot create " + paths_.folder.string() + ": " + error.message(),
                 "opening the index", "Check the permissions and the free space of that folder."};
  auto lock = base::FileLock::acquire(paths_.lock());
  if (!lock) return lock.error();
  report_.run_id = ids_.next().to_string();
  indexed_at_ = base::iso8601(base::system_clock().now());

  open_checkpoint();

  using Stage = Result<void> (IndexRun::*)();
  for (Stage stage : {&IndexRun::open_database, &IndexRun::check_model, &IndexRun::discover,
                      &IndexRun::process_changes, &IndexRun::record_skips, &IndexRun::finish}) {
    auto done = (this->*stage)();
    if (done) continue;
    if (done.error().category != ErrorCategory::kCancelled) {
      close_checkpoint();
      return done.error();
    }
    report_.status = IndexStatus::kCancelled;
    report_.warnings.push_back(done.error().message());
    break;
  }
  close_checkpoint();
  report_.duration_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  log_report();
  return std::move(report_);
}

Result<void> IndexRun::open_database() {
  auto database = store::Database::open(paths_.database());
  // What cannot be read at all is rebuilt when that was asked for; nothing in it is lost for good.
  if (!database && request_.force && database.error().category == ErrorCategory::kCorruption) {
    if (auto removed = remove_state(paths_); !removed) return removed;
    database = store::Database::open(paths_.database());
  }
  if (!database) return database.error();
  database_.emplace(std::move(*database));
  if (auto chosen = database_->select_tree(paths_.tree); !chosen) return chosen;
  report_progress(IndexProgress::Stage::kDiscover, true);
  return {};
}

Result<void> IndexRun::check_model() {
  const auto identity = model_identity(parts_.embedder.get());
  auto stored = database_->meta(kModelKey);
  if (!stored) return stored.error();
  const bool is_other_model = *stored && **stored != identity;
  if (is_other_model && !request_.force) return model_mismatch(**stored, identity);
  return database_->transaction([&]() -> Result<void> {
    // Vectors of two models must never meet. Otherwise a forced run replaces text by text, so that
    // searches go on meanwhile.
    if (is_other_model) {
      if (auto cleared = database_->clear(); !cleared) return cleared;
      if (auto chosen = database_->select_tree(paths_.tree); !chosen) return chosen;
      if (auto forgotten = forget_other_trees(paths_); !forgotten) return forgotten;
    }
    if (auto swept = sweep(); !swept) return swept;
    if (auto set = database_->set_meta(kModelKey, identity); !set) return set;
    return database_->set_project(
        {config_.project_id, config_.display_name, config_.root.generic_string()});
  });
}

/// Removes texts that no file has had since the run before the last one: readers of the committed
/// generation, and those of the one before it while that run lasted, may still ask for the others.
Result<void> IndexRun::sweep() {
  auto derived = database_->meta(kDerivedKey);
  if (!derived) return derived.error();
  if (!*derived || **derived != "1") return {};  // segments are behind the files: a crash
  if (auto removed = database_->remove_orphans(); !removed) return removed.error();
  return database_->set_meta(kDerivedKey, "0");
}

Result<void> IndexRun::discover() {
  auto found = corpus::discover(config_.root, corpus::discovery_options(config_.options), stop_);
  if (!found) return found.error();
  discovery_ = std::move(*found);
  git_ = corpus::git_state(config_.root);
  blobs_ = corpus::git_blobs(config_.root);
  auto known = known_files(*database_);
  if (!known) return known.error();
  known_ = std::move(*known);
  changes_ = compare_tree(discovery_, known_, request_.force);

  report_.files_discovered = discovery_.files.size();
  report_.files_unchanged = changes_.unchanged;
  report_.unknown_extensions = discovery_.unknown;
  report_.warnings = discovery_.warnings;
  progress_.files_discovered = changes_.changed.size();
  report_.stage_seconds["discover"] = lap();
  report_progress(IndexProgress::Stage::kIndex, true);
  return {};
}

Result<void> IndexRun::process_changes() {
  WorkerDatabases databases(paths_.database());
  std::vector<ProcessedFile> processed(changes_.changed.size());
  std::optional<Error> failure;
  const auto done = base::ordered_parallel(
      changes_.changed.size(), config_.options.workers, kWindow,
      [&](std::size_t i, std::size_t worker) {
        auto database = databases.get(worker);
        const auto* known = database && !request_.force ? *database : nullptr;
        processed[i] = processor_.process(changes_.changed[i], known);
        if (processed[i].is_failure)  // a file being replaced is whole a moment later
          processed[i] = processor_.process(changes_.changed[i], known);
      },
      [&](std::size_t i) {
        if (failure) return;
        progress_.current_file = processed[i].file.path;
        batch_bytes_ += processed[i].content ? processed[i].content->text.size() : 0;
        batch_.push_back(std::move(processed[i]));
        if (batch_.size() >= kBatchFiles || batch_bytes_ >= kBatchBytes || checkpoint_->is_due())
          if (auto written = write_batch(); !written) failure = written.error();
        ++progress_.files_processed;
        report_progress(IndexProgress::Stage::kIndex);
      },
      stop_);
  if (!failure)
    if (auto written = write_batch(); !written) failure = written.error();
  report_.stage_seconds["index"] = lap();
  if (failure) return *failure;
  return done < changes_.changed.size() ? Result<void>(cancelled()) : Result<void>();
}

Result<void> IndexRun::write_batch() {
  if (batch_.empty()) return {};
  auto written = database_->transaction([&]() -> Result<void> {
    for (auto& processed : batch_)
      if (auto done = write_file(processed); !done) return done;
    return {};
  });
  if (written) note_committed();
  batch_.clear();
  batch_bytes_ = 0;
  return written;
}

Result<void> IndexRun::write_file(ProcessedFile& processed) {
  note_outcome(processed);
  auto& file = processed.file;
  const auto before = known_.find(file.path);
  if (before != known_.end() && before->second.content == file.content &&
      before->second.chunk_ids.size() == processed.chunk_count) {
    file.chunk_ids = before->second.chunk_ids;
  } else {
    for (std::size_t i = 0; i < processed.chunk_count; ++i) file.chunk_ids.push_back(ids_.next());
  }
  if (processed.content) {
    auto has = database_->has_content(file.content);  // the same text may be twice in one batch
    if (!has) return has.error();
    const bool is_renewal = request_.force && renewed_.insert(file.content).second;
    if (!*has || is_renewal) {
      if (auto put = database_->put_content(*processed.content); !put) return put;
      report_.chunks_created += processed.chunk_count;
      progress_.chunks_created = report_.chunks_created;
    }
  }
  if (const auto blob = blobs_.find(file.path); blob != blobs_.end()) file.git_blob = blob->second;
  file.source_batch_id = report_.run_id;
  file.git_commit = git_.commit;
  file.git_branch = git_.branch;
  file.git_dirty = git_.is_dirty;
  file.source_captured_at = indexed_at_;
  file.indexed_at = indexed_at_;
  return database_->put_file(file);
}

void IndexRun::note_outcome(const ProcessedFile& processed) {
  report_.warnings.insert(report_.warnings.end(), processed.warnings.begin(),
                          processed.warnings.end());
  const auto& file = processed.file;
  if (file.outcome == "indexed") {
    ++report_.files_indexed;
  } else if (processed.is_failure) {
    report_.failures.push_back({file.path, file.reason, processed.detail});
    ++progress_.errors;
  } else {
    report_.skipped.push_back({file.path, file.reason, processed.detail});
    if (file.reason == "not_utf8") report_.warnings.push_back(processed.detail);
  }
}

Result<void> IndexRun::record_skips() {
  return database_->transaction([&]() -> Result<void> {
    for (const auto& skip : discovery_.skipped) {
      auto& list = skip.is_failure ? report_.failures : report_.skipped;
      list.push_back({skip.path, skip.reason, skip.detail});
      store::FileRecord file;
      file.path = skip.path;
      file.outcome = skip.is_failure ? "failed" : "skipped";
      file.reason = skip.reason;
      file.source_batch_id = report_.run_id;
      file.indexed_at = indexed_at_;
      if (auto put = database_->put_file(file); !put) return put;
    }
    for (const auto& path : changes_.removed)
      if (auto removed = database_->remove_file(path); !removed) return removed;
    report_.files_removed = changes_.removed.size();
    return database_->set_meta(kLastIndexedKey, indexed_at_);
  });
}

Result<void> IndexRun::finish() {
  DeriveRequest derive;
  derive.embedder = parts_.embedder.get();
  derive.workers = config_.options.workers;
  derive.vector_index = stored_kind(config_.options.vector_index);
  derive.rebuild = request_.force;
  derive.on_progress = [&](std::size_t, std::size_t) {
    report_progress(IndexProgress::Stage::kDerive);
  };
  auto derived = derive_segments(paths_, derive, stop_);
  if (!derived) return derived.error();
  report_.stage_seconds["derive"] = lap();
  auto clean = database_->transaction([&] { return database_->set_meta(kDerivedKey, "1"); });
  if (!clean) return clean;
  auto total = database_->count_files("indexed");
  if (!total) return total.error();
  report_.total_files = *total;
  report_.total_chunks = derived->live_chunks;
  report_.languages = std::move(derived->languages);
  report_.stage_seconds["finish"] = lap();

  const bool nothing_done =
      !derived->changed && report_.files_indexed == 0 && report_.files_removed == 0;
  report_.status = !report_.failures.empty()                 ? IndexStatus::kPartial
                   : nothing_done && report_.total_files > 0 ? IndexStatus::kSkipped
                                                             : IndexStatus::kSuccess;
  report_progress(IndexProgress::Stage::kDone, true);
  return {};
}

void IndexRun::log_report() const {
  if (!parts_.logger) return;
  LogRecord record;
  record.component = "indexer";
  record.operation = "index";
  record.project_id = config_.project_id;
  record.request_id = report_.run_id;
  record.status = std::string(to_string(report_.status));
  record.duration_ms = report_.duration_seconds * 1000;
  record.context = {{"files_indexed", report_.files_indexed},
                    {"files_removed", report_.files_removed},
                    {"chunks_created", report_.chunks_created},
                    {"failures", report_.failures.size()},
                    {"skipped", report_.skipped.size()}};
  if (!report_.failures.empty()) record.level = LogLevel::kWarning;
  parts_.logger->log(record);
}

void IndexRun::report_progress(IndexProgress::Stage stage, bool always) {
  if (!request_.on_progress) return;
  const auto now = std::chrono::steady_clock::now();
  if (!always && now - last_progress_ < kProgressInterval) return;
  last_progress_ = now;
  progress_.stage = stage;
  request_.on_progress(progress_);
}

double IndexRun::lap() {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(now - std::exchange(lap_, now)).count();
}

}  // namespace codeweaver::engine
