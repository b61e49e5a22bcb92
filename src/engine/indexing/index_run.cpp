// One indexing run, stage by stage.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/index_run.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/new_file.hpp"
#include "base/os/memory.hpp"
#include "base/thread_pool.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/logger.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/content/settings_hash.hpp"
#include "engine/indexing/gone_worktrees.hpp"
#include "engine/segments/derive.hpp"
#include "engine/segments/memory_shares.hpp"
#include "engine/segments/shared_segments.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/private_state.hpp"
#include "engine/state/run_in_turn.hpp"
#include "engine/state/worker_databases.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kBatchFiles = 100;  // a checkpoint: what a crash can cost
constexpr std::size_t kWindow = 64;       // files in flight, as far as the memory allows
constexpr auto kProgressInterval = std::chrono::milliseconds(50);

Error indexing_stopped() {
  return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Indexing was stopped",
               "indexing", "Run it again; finished work is kept."};
}

}  // namespace

IndexRun::IndexRun(const Indexer::Config& config, const Indexer::Parts& parts,
                   const IndexRequest& request, std::stop_token stop)
    : config_(config),
      parts_(parts),
      request_(request),
      stop_(std::move(stop)),
      paths_{config.state_dir, config.tree},
      processor_(config.options),
      settings_hash_(settings_hash(config.options, parts.embedder.get())),
      start_(std::chrono::steady_clock::now()),
      lap_(start_) {}

Result<IndexReport> IndexRun::execute(std::optional<TreeLook> look) {
  look_ = std::move(look);
  is_update_ = look_.has_value();
  if (auto made = prepare_state(paths_); !made) return made.error();
  const auto lock = acquire_index_lock(paths_, stop_);
  if (!lock) return lock.error();
  (void)base::remove_left_over(paths_.folder);
  start_ = lap_ = std::chrono::steady_clock::now();
  report_.run_id = ids_.next().to_string();
  indexed_at_ = base::iso8601(base::system_clock().now());

  open_checkpoint();

  using Stage = Result<void> (IndexRun::*)();
  for (Stage stage :
       {&IndexRun::open_database, &IndexRun::check_model, &IndexRun::discover,
        &IndexRun::process_changes, &IndexRun::record_rest, &IndexRun::derive, &IndexRun::finish}) {
    auto done = (this->*stage)();
    if (done) continue;
    if (done.error().category != ErrorCategory::kCancelled) {
      record_end();
      return done.error();
    }
    report_.status = IndexStatus::kCancelled;
    report_.warnings.push_back(done.error().message());
    break;
  }
  record_end();
  if (database_ && !was_current_)  // a new index is one file, however small it is
    if (auto folded = database_->fold_log(); !folded)
      report_.warnings.push_back(folded.error().message());
  report_.duration_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  log_report();
  return std::move(report_);
}

Result<void> IndexRun::open_database() {
  auto database = store::Database::open(paths_.database());
  if (!database) return database.error();
  database_.emplace(std::move(*database));
  if (auto chosen = database_->select_tree(paths_.tree); !chosen) return chosen;
  auto missing = MissingVectors::read(*database_, paths_);
  if (!missing) return missing.error();
  missing_ = std::move(*missing);
  using Known = TreeWriter::KnownContents;
  writer_.emplace(*database_, paths_, request_.force ? Known::kRenew : Known::kKeep);
  report_progress(IndexProgress::Stage::kDiscover, true);
  return {};
}

Result<void> IndexRun::check_model() {
  const auto identity = model_identity(parts_.embedder.get(), config_.options.sparse_encoder.get());
  auto stored = database_->meta(kModelKey);
  if (!stored) return stored.error();
  const bool is_other_model = *stored && **stored != identity;
  if (is_other_model && !request_.force) return model_mismatch(**stored, identity);
  const store::ProjectRecord project{config_.project_id, config_.display_name,
                                     config_.root.generic_string(), "code_search",
                                     chunk_strategy_of(config_.options)};
  const auto recorded = database_->project();
  if (*stored && !is_other_model && recorded && *recorded == project) return {};
  return database_->transaction([&]() -> Result<void> {
    // Vectors of two models must never meet. Otherwise a forced run replaces text by text, so that
    // searches go on meanwhile.
    if (is_other_model) {
      if (auto cleared = database_->clear(kNamespacePrefix); !cleared) return cleared;
      if (auto chosen = database_->select_tree(paths_.tree); !chosen) return chosen;
      if (auto forgotten = forget_other_trees(paths_); !forgotten) return forgotten;
    }
    if (auto set = database_->set_meta(kModelKey, identity); !set) return set;
    return database_->set_project(project);
  });
}

/// The one that was given, unless somebody else has indexed since.
Result<TreeLook> IndexRun::look() {
  if (look_ && !request_.force) {
    const auto holds = is_of_now(*look_, *database_, paths_, settings_hash_);
    if (!holds) return holds.error();
    if (*holds) return *std::exchange(look_, std::nullopt);
  }
  return look_at_tree({config_.root, config_.options, settings_hash_, request_.force, !is_update_},
                      paths_, *database_, stop_);
}

Result<void> IndexRun::discover() {
  auto looked = look();
  if (!looked) return looked.error();
  derived_ = std::move(looked->derived);
  was_current_ = derived_.is_current();
  is_other_treatment_ = looked->wants_all && !request_.force;
  known_ = std::move(looked->known);
  discovery_ = std::move(looked->found);
  changes_ = std::move(looked->changes);
  std::merge(changes_.changed.begin(), changes_.changed.end(), changes_.doubtful.begin(),
             changes_.doubtful.end(), std::back_inserter(work_));
  if (!changes_.none() && was_current_)
    if (auto swept = sweep_everything(*database_, paths_); !swept) return swept;
  if (!work_.empty()) {
    std::vector<std::string> paths;
    for (const std::size_t i : work_) paths.push_back(discovery_.files[i].path);
    git_ = corpus::git_facts(config_.root, &paths);
  }
  report_.files_discovered = discovery_.files.size() + discovery_.known_files;
  report_.files_unchanged = changes_.unchanged;
  report_.unknown_extensions = discovery_.unknown;
  report_.warnings = discovery_.warnings;
  for (const auto& skip : discovery_.skipped) {
    auto& list = skip.is_failure ? report_.failures : report_.skipped;
    list.push_back({skip.path, skip.reason, skip.detail});
  }
  progress_.files_discovered = work_.size();
  checkpoint_->expect(work_.size());
  report_.stage_seconds["discover"] = lap();
  report_progress(IndexProgress::Stage::kIndex, true);
  return {};
}

Result<void> IndexRun::process_changes() {
  begin_assembly();
  begin_publishing();
  const bool is_assembling = assembly_.has_value();
  WorkerDatabases databases(paths_.database());
  std::vector<ProcessedFile> processed(work_.size());
  std::vector<std::optional<PreparedFile>> prepared(is_assembling ? work_.size() : 0);
  std::optional<Error> failure;
  const base::Window window(
      kWindow, in_flight_share(config_.options.memory_budget),
      [&](std::size_t i) { return in_flight_bytes(discovery_.files[work_[i]].size_bytes); });
  const auto done = base::ordered_parallel(
      work_.size(), config_.options.workers, window,
      [&](std::size_t i, std::size_t worker) {
        auto database = databases.get(worker);
        const auto* known = database && !request_.force ? *database : nullptr;
        const auto& file = discovery_.files[work_[i]];
        processed[i] = processor_.process(file, known);
        if (processed[i].is_failure)  // a file being replaced is whole a moment later
          processed[i] = processor_.process(file, known);
        if (is_assembling && database) prepared[i] = prepare(processed[i], **database);
      },
      [&](std::size_t i) {
        if (failure) return;
        if (is_assembling && prepared[i]) {
          assemble(processed[i], *prepared[i]);
          prepared[i].reset();
        }
        progress_.current_file = processed[i].file.path;
        batch_bytes_ += processed[i].content ? processed[i].content->text.size() : 0;
        batch_.push_back(std::move(processed[i]));
        ++progress_.files_processed;
        if (batch_.size() >= kBatchFiles ||
            batch_bytes_ >= batch_share(config_.options.memory_budget) || checkpoint_->is_due())
          if (auto written = commit_batch(); !written) failure = written.error();
        report_progress(IndexProgress::Stage::kIndex);
      },
      stop_);
  report_.stage_seconds["index"] = lap();
  if (failure) return *failure;
  if (done == work_.size()) return {};
  auto written = write_batch();
  return written ? Result<void>(indexing_stopped()) : written;
}

/// Whether files lack what a run of its own, no mere look before a search, can add.
bool IndexRun::can_fill_in() const {
  const bool is_lacking =
      was_current_ ? !missing_.at(derived_.generation).empty() : !missing_.is_empty();
  return is_lacking && !is_update_ &&
         TolerantEncoders({parts_.embedder.get(), config_.options.sparse_encoder.get()}).work();
}

void IndexRun::warn_of(const Outage& outage) {
  if (outage.first)
    report_.warnings.push_back(warning_of(missing_vectors_warning(outage.vectors), *outage.first));
  if (outage.first_sparse)
    report_.warnings.push_back(
        warning_of(missing_words_warning(outage.words), *outage.first_sparse));
}

Result<void> IndexRun::derive() {
  auto request = derive_request();
  if (assembly_) {
    request.assembly = &*assembly_;
    os::release_free_memory();  // of the workers, before segments are laid out
  }
  request.fills_in = can_fill_in();
  if (was_current_) request.edit = &writer_->edit();
  request.edit_base = derived_.generation;
  request.on_progress = [&](std::size_t, std::size_t) {
    report_progress(IndexProgress::Stage::kDerive);
  };
  auto derived = derive_segments(paths_, request, stop_);
  assembly_.reset();
  if (!derived) return derived.error();
  is_derived_anew_ = derived->changed;
  derived_.generation = derived->generation;
  missing_ = std::move(derived->missing);
  warn_of(derived->outage);
  report_.stage_seconds["derive"] = lap();
  return {};
}

Result<void> IndexRun::finish() {
  const bool is_new_state = writer_->has_begun() || is_derived_anew_ || !was_current_;
  if (is_new_state) derived_.run = report_.run_id;
  const bool nothing_done =
      !is_derived_anew_ && report_.files_indexed == 0 && report_.files_removed == 0;
  const auto status = !report_.failures.empty()                     ? IndexStatus::kPartial
                      : nothing_done && totals_of(known_).files > 0 ? IndexStatus::kSkipped
                                                                    : IndexStatus::kSuccess;
  if (auto written = write_end(status, is_new_state); !written) return written;
  if (auto purged = purge_old_texts(); !purged) return purged;
  if (!is_update_)
    if (auto removed = remove_gone_worktrees(paths_, config_.root, *database_); !removed)
      return removed;
  if (!is_new_state)
    if (auto swept = sweep_leftovers(*database_, paths_); !swept) return swept;
  if (auto shrunk = database_->shrink(); !shrunk) return shrunk;
  if (is_new_state || !updates_.empty()) {
    auto known = update_known_tree(paths_, known_, updates_, changes_.removed, derived_);
    if (!known) return known.error();
    known_ = std::move(*known);
  }
  auto totals = totals_of(known_);
  report_.total_files = totals.files;
  report_.total_chunks = totals.chunks;
  report_.languages = std::move(totals.languages);
  report_.secrets = totals.secrets;
  report_.stage_seconds["finish"] = lap();
  report_.status = status;
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
