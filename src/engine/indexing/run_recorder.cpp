// Reports of runs, their checkpoints, and their outcomes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/run_recorder.hpp"

#include <utility>

#include "base/ids.hpp"
#include "engine/state/fault_warning.hpp"

namespace codeweaver::engine {
namespace {

Checkpoint first_checkpoint(const RunRecorder::Run& run, const std::string& run_id) {
  Checkpoint out;
  out.session_id = run_id;
  out.project_path = run.root.string();
  out.settings_hash = run.settings_hash;
  return out;
}

IndexReport begun_report() {
  IndexReport report;
  report.run_id = base::UuidGenerator().next().to_string();
  return report;
}

}  // namespace

RunRecorder::RunRecorder(const Run& run, const base::Clock& clock)
    : clock_(clock),
      settings_hash_(run.settings_hash),
      began_at_(base::iso8601(clock.now())),
      begin_(std::chrono::steady_clock::now()),
      lap_(begin_),
      report_(begun_report()),
      checkpoint_(run.checkpoint, first_checkpoint(run, report_.run_id), clock) {
  if (run.is_forced) checkpoint_.restart();
}

void RunRecorder::found(const TreeScan& scan, std::size_t to_read) {
  const auto& found = scan.found;
  report_.files_discovered = found.files.size() + found.known_files;
  report_.files_unchanged = scan.changes.unchanged;
  report_.unknown_extensions = found.unknown;
  report_.warnings = found.warnings;
  for (const auto& skip : found.skipped) {
    auto& list = skip.is_failure ? report_.failures : report_.skipped;
    list.push_back({skip.path, skip.reason, skip.detail});
  }
  checkpoint_.expect(to_read);
}

void RunRecorder::note(const ProcessedFile& processed) {
  report_.warnings.insert(report_.warnings.end(), processed.warnings.begin(),
                          processed.warnings.end());
  const auto& file = processed.file;
  if (file.outcome == store::FileOutcome::kIndexed) {
    ++report_.files_indexed;
    if (processed.is_from_snapshot) ++report_.files_from_snapshot;
  } else if (processed.is_failure) {
    report_.failures.push_back({file.path, file.reason, processed.detail});
  } else {
    report_.skipped.push_back({file.path, file.reason, processed.detail});
    if (file.reason == "not_utf8") warn(processed.detail);
  }
}

void RunRecorder::note_totals(TreeTotals totals) {
  report_.total_files = totals.files;
  report_.total_chunks = totals.chunks;
  report_.languages = std::move(totals.languages);
  report_.secrets = totals.secrets;
  report_.bulk_files = totals.bulk_files;
}

void RunRecorder::warn(const Outage& outage) {
  if (outage.first) warn(warning_of(missing_vectors_warning(outage.vectors), *outage.first));
  if (outage.first_sparse)
    warn(warning_of(missing_words_warning(outage.words), *outage.first_sparse));
}

void RunRecorder::end_stage(const std::string& name) {
  const auto now = std::chrono::steady_clock::now();
  report_.stage_seconds[name] =
      std::chrono::duration<double>(now - std::exchange(lap_, now)).count();
}

void RunRecorder::committed(const std::vector<ProcessedFile>& files) {
  for (const auto& processed : files) {
    checkpoint_.add(processed.file.path);
    if (processed.is_failure)
      checkpoint_.add(FileOutcome{processed.file.path, processed.file.reason, processed.detail});
  }
  checkpoint_.add_chunks(report_.chunks_created -
                         std::exchange(noted_chunks_, report_.chunks_created));
  if (auto saved = checkpoint_.committed(); !saved) warn(saved.error().message());
}

IndexStatus RunRecorder::status_at_end(bool did_derive, bool has_files) const {
  if (!report_.failures.empty()) return IndexStatus::kPartial;
  const bool did_nothing = !did_derive && report_.files_indexed == 0 && report_.files_removed == 0;
  return did_nothing && has_files ? IndexStatus::kSkipped : IndexStatus::kSuccess;
}

store::RunRecord RunRecorder::row(IndexStatus status) const {
  store::RunRecord run;
  run.id = Uuid::parse(report_.run_id).value_or(Uuid{});
  run.started_at = began_at_;
  run.finished_at = base::iso8601(clock_.now());
  run.status = to_string(status);
  run.settings_hash = settings_hash_;
  run.files_indexed = report_.files_indexed;
  run.files_skipped = report_.skipped.size();
  run.files_removed = report_.files_removed;
  run.chunks = report_.chunks_created;
  for (const auto& failure : report_.failures)
    run.failures.push_back({failure.path, failure.reason});
  return run;
}

void RunRecorder::close(store::Database* database) {
  if (report_.status != IndexStatus::kFailed && report_.status != IndexStatus::kCancelled)
    return checkpoint_.remove();
  if (auto saved = checkpoint_.save(); !saved) warn(saved.error().message());
  if (database == nullptr) return;
  if (auto put = database->put_run(row(report_.status)); !put) warn(put.error().message());
}

IndexReport RunRecorder::take() {
  report_.duration_seconds = std::chrono::duration<double>(elapsed()).count();
  return std::move(report_);
}

LogRecord log_record(const std::string& project_id, const IndexReport& report) {
  LogRecord record;
  record.component = "indexer";
  record.operation = "index";
  record.project_id = project_id;
  record.request_id = report.run_id;
  record.status = std::string(to_string(report.status));
  record.duration_ms = report.duration_seconds * 1000;
  record.context = {{"files_indexed", report.files_indexed},
                    {"files_removed", report.files_removed},
                    {"chunks_created", report.chunks_created},
                    {"failures", report.failures.size()},
                    {"skipped", report.skipped.size()}};
  if (!report.failures.empty()) record.level = LogLevel::kWarning;
  return record;
}

}  // namespace codeweaver::engine
