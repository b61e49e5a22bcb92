// HostedProject: follows runs of other processes by their checkpoints.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <condition_variable>
#include <utility>

#include "base/begin_thread.hpp"
#include "service/hosting/hosted_project.hpp"

namespace codeweaver::service {
namespace {

/// Interval between checks of a run of another process. There are no checks without such a run.
constexpr std::chrono::milliseconds kFollowPause{250};

IndexProgress progress_of(const RunProgress& run) {
  IndexProgress out;
  out.stage = IndexProgress::Stage::kIndex;
  out.files_discovered = run.files_discovered;
  out.files_processed = run.files_processed;
  out.chunks_created = run.chunks_created;
  out.errors = run.errors;
  return out;
}

}  // namespace

IndexingSnapshot HostedProject::indexing() {
  look_at_external_run();
  auto now = feed_.snapshot();
  if (now.coverage < 1 && workspace_) now.coverage = workspace_->coverage().share();
  return now;
}

Subscription HostedProject::on_indexing(IndexingFeed::Listener listener) {
  look_at_external_run();
  return feed_.subscribe(std::move(listener));
}

bool HostedProject::is_running() const {
  const std::lock_guard lock(mutex_);
  return is_running_;
}

void HostedProject::set_waiting(bool is_waiting) {
  const std::lock_guard lock(mutex_);
  is_waiting_ = is_waiting;
}

/// Starts to follow the run of another process, if there is one.
void HostedProject::look_at_external_run() {
  if (!workspace_ || !workspace_->running()) return;
  const std::lock_guard lock(mutex_);
  if (is_stopped_ || is_following_ || !take_in(workspace_->running())) return;
  // The thread of the previous run is about to return.
  follow_ = base::begin_thread([this](std::stop_token stop) { follow(std::move(stop)); });
  is_following_ = follow_.joinable();
}

void HostedProject::follow(std::stop_token stop) {
  std::mutex pausing;
  std::condition_variable_any pause;
  std::optional<RunProgress> told;
  for (;;) {
    {
      std::unique_lock lock(pausing);
      pause.wait_for(lock, stop, kFollowPause, [] { return false; });
    }
    if (stop.stop_requested()) return;
    std::optional<RunProgress> theirs;
    bool goes_on = false;
    {
      const std::lock_guard lock(mutex_);  // keeps our run from ending meanwhile
      theirs = workspace_->running();
      goes_on = take_in(theirs);
    }
    if (!goes_on || theirs != told) feed_.tell();
    told = theirs;
    if (goes_on) continue;
    const std::lock_guard lock(mutex_);
    if (is_waiting_) continue;  // our run started to wait meanwhile
    is_following_ = false;
    return;
  }
}

/// Publishes the progress or the end of a run of another process. False: there is no run to follow.
/// Requires mutex_.
bool HostedProject::take_in(const std::optional<RunProgress>& theirs) {
  if (is_running_ && !is_waiting_) return false;  // the checkpoint belongs to our run
  if (!theirs && !is_following_) return false;    // it ended before anyone noticed it
  feed_.edit([&](IndexingSnapshot& now) {
    now.coverage = workspace_->coverage().share();
    if (theirs) now.progress = progress_of(*theirs);
    if (is_running_) return;
    now.state = theirs ? IndexingState::kIndexing : IndexingState::kIdle;
    now.last_error.reset();
    if (!theirs) return;
    now.job_id = theirs->run_id;
    now.started_at = theirs->started_at;
  });
  return theirs.has_value();
}

}  // namespace codeweaver::service
