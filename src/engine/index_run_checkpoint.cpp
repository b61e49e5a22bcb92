// The checkpoint of an indexing run: begun, kept up to date, and left behind or removed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "engine/index_run.hpp"
#include "engine/settings_hash.hpp"

namespace codeweaver::engine {

void IndexRun::open_checkpoint() {
  Checkpoint begin;
  begin.session_id = report_.run_id;
  begin.project_path = config_.root.string();
  begin.settings_hash = settings_hash(config_.options, parts_.embedder.get());
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

/// What was done stays on record unless the run has reached its end.
void IndexRun::close_checkpoint() {
  if (report_.status != IndexStatus::kFailed && report_.status != IndexStatus::kCancelled)
    checkpoint_->remove();
  else if (auto saved = checkpoint_->save(); !saved)
    report_.warnings.push_back(saved.error().message());
}

}  // namespace codeweaver::engine
