// What an indexing run leaves on record: its checkpoint while it goes on, and how it ended.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/clock.hpp"
#include "engine/indexing/index_run.hpp"

namespace codeweaver::engine {

void IndexRun::open_checkpoint() {
  Checkpoint begin;
  begin.session_id = report_.run_id;
  begin.project_path = config_.root.string();
  begin.settings_hash = settings_hash_;
  checkpoint_.emplace(paths_.checkpoint(), std::move(begin), base::system_clock());
  if (request_.force) checkpoint_->restart();
}

void IndexRun::note_committed() {
  for (const auto& processed : batch_) {
    checkpoint_->add(processed.file.path);
    if (processed.is_failure)
      checkpoint_->add(FileOutcome{processed.file.path, processed.file.reason, processed.detail});
  }
  checkpoint_->add_chunks(report_.chunks_created -
                          std::exchange(noted_chunks_, report_.chunks_created));
  // An export that cannot be written must not end the run.
  if (auto saved = checkpoint_->committed(); !saved)
    report_.warnings.push_back(saved.error().message());
}

/// The checkpoint stays unless the run has reached its end, which write_end() has recorded.
void IndexRun::record_end() {
  if (report_.status != IndexStatus::kFailed && report_.status != IndexStatus::kCancelled)
    return checkpoint_->remove();
  if (auto saved = checkpoint_->save(); !saved) report_.warnings.push_back(saved.error().message());
  if (!database_) return;
  if (auto put = put_run(report_.status); !put) report_.warnings.push_back(put.error().message());
}

Result<void> IndexRun::put_run(IndexStatus status) {
  store::RunRecord run;
  run.id = Uuid::parse(report_.run_id).value_or(Uuid{});
  run.started_at = indexed_at_;
  run.finished_at = base::iso8601(base::system_clock().now());
  run.status = to_string(status);
  run.settings_hash = settings_hash_;
  run.files_indexed = report_.files_indexed;
  run.files_skipped = report_.skipped.size();
  run.files_removed = report_.files_removed;
  run.chunks = report_.chunks_created;
  for (const auto& failure : report_.failures)
    run.failures.push_back({failure.path, failure.reason});
  return database_->put_run(run);
}

}  // namespace codeweaver::engine
