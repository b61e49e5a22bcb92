// Letting searches see a first run while it goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/index_run.hpp"
#include "engine/state/coverage.hpp"

namespace codeweaver::engine {
namespace {

// Of the time between two publications. Reading waits while one writes all segments so far: at
// every doubling that was 6 % of a run over 10,000 files.
constexpr int kGrowth = 3;

}  // namespace

/// Other runs leave the state before them to searches, until they commit their own.
void IndexRun::begin_publishing() {
  if (config_.options.publish_after <= std::chrono::milliseconds(0)) return;
  const auto coverage = read_coverage(paths_);
  if (coverage.is_whole) return;
  published_ = coverage.files;
  publish_after_ = config_.options.publish_after;
}

/// What is two thirds done is soon seen whole.
bool IndexRun::is_publishing_due() const {
  constexpr std::size_t kParts = 3;
  const std::size_t left = work_.size() - progress_.files_processed;
  return publish_after_ && left * kParts > work_.size() &&
         std::chrono::steady_clock::now() - start_ >= *publish_after_;
}

/// Keeps what a generation lacks.
Result<void> IndexRun::note(Result<DeriveOutcome> outcome) {
  if (!outcome) return outcome.error();
  missing_ = std::move(outcome->missing);
  return {};
}

/// What fails here is met again, and told, where the end of the run is derived.
Result<void> IndexRun::publish() {
  auto request = derive_request();
  request.rebuild = false;
  request.coverage = {changes_.unchanged + progress_.files_processed, report_.files_discovered};
  Result<void> done;
  if (database_->owes_symbol_names()) done = database_->transaction([] { return Result<void>(); });
  if (!done || request.coverage->files <= published_) {  // than a run before this one came to
  } else if (assembly_) {
    done = note(publish_assembly(paths_, *assembly_, request));
  } else {
    done = note(derive_segments(paths_, request, stop_));
  }
  if (!done && done.error().category == ErrorCategory::kCancelled) return done;
  publish_after_.reset();
  if (done) publish_after_ = kGrowth * (std::chrono::steady_clock::now() - start_);
  return {};
}

Result<void> IndexRun::commit_batch() {
  auto written = write_batch();
  return written && is_publishing_due() ? publish() : written;
}

}  // namespace codeweaver::engine
