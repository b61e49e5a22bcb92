// HostedProject: index runs in the background, and the watch after them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cmath>
#include <utility>

#include "base/begin_thread.hpp"
#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "service/hosting/hosted_project.hpp"

namespace codeweaver::service {
namespace {

using Time = std::chrono::system_clock::time_point;

std::string new_id() {
  static base::UuidGenerator ids;
  return ids.next().to_string();
}

/// Estimates rate and end of a run from the files processed so far.
void estimate(IndexingSnapshot& now, Time begin) {
  const auto& progress = now.progress;
  const auto at = base::system_clock().now();
  const double seconds = std::chrono::duration<double>(at - begin).count();
  if (progress.files_processed == 0 || seconds <= 0) return;
  now.files_per_second = static_cast<double>(progress.files_processed) / seconds;
  if (progress.files_processed > progress.files_discovered) return;
  const auto left = static_cast<double>(progress.files_discovered - progress.files_processed);
  now.estimated_completion = base::iso8601(
      at + std::chrono::milliseconds(std::llround(left / now.files_per_second * 1e3)));
}

Error stopping() {
  return {ErrorCategory::kCancelled, "SERVER_STOPPING", "The server is stopping",
          "starting an index run", "Start it again, then repeat the call."};
}

Error goes_on() {
  return {ErrorCategory::kUnavailable, "RUN_GOES_ON",
          "The current index run would not use the snapshot", "receiving a snapshot",
          "Send it again when the run has ended, or stop the run first."};
}

Error no_thread() {
  return {ErrorCategory::kUnavailable, "NO_THREAD", "The system allows no more threads",
          "starting an index run", "Raise the process limit (ulimit -u), then try again."};
}

}  // namespace

HostedProject::~HostedProject() {
  stop();
}

Result<std::string> HostedProject::begin_run(FirstRun how,
                                             std::shared_ptr<const Snapshot> snapshot) {
  CODEWEAVER_TRY(workspace());
  std::string id;
  bool has_begun = false;
  std::jthread before;  // only has to report its end; joined without the lock
  {
    const std::lock_guard lock(mutex_);
    if (is_stopped_) return stopping();
    if (is_running_ && snapshot) return goes_on();
    if (is_running_) return job_id_;
    is_running_ = true;
    id = job_id_ = new_id();
    feed_.edit([&](IndexingSnapshot& now) {
      now.state = IndexingState::kIndexing;
      now.job_id = id;
      now.progress = {};
      now.started_at = base::iso8601(base::system_clock().now());
      now.last_error.reset();
    });
    before = std::exchange(run_, {});
    run_ =
        base::begin_thread([this, how, given = std::move(snapshot)](std::stop_token stop) mutable {
          run_index(how, std::move(given), std::move(stop));
        });
    has_begun = run_.joinable();
    if (!has_begun) {
      is_running_ = false;
      feed_.edit([](IndexingSnapshot& now) {
        now.state = IndexingState::kError;
        now.last_error = no_thread();
      });
    }
  }
  feed_.tell();
  if (!has_begun) return no_thread();
  return id;
}

bool HostedProject::cancel_index() {
  const std::lock_guard lock(mutex_);
  if (is_running_) run_.request_stop();
  return is_running_;
}

void HostedProject::start(FirstRun first) {
  if (workspace_ == nullptr) return;
  const auto& indexing = settings().indexing;
  {
    const std::lock_guard lock(mutex_);
    wants_watch_ = indexing.watch;
  }
  if (first != FirstRun::kAuto || indexing.auto_index) {
    static_cast<void>(begin_run(first));
  } else if (has_index()) {
    const std::lock_guard lock(mutex_);
    begin_watch();
  }
}

void HostedProject::run_index(FirstRun how, std::shared_ptr<const Snapshot> snapshot,
                              std::stop_token stop) {
  auto& workspace = *workspace_;
  IndexRequest request;
  request.force = how == FirstRun::kRebuild;
  request.snapshot = std::move(snapshot);
  request.wait_for_others = true;
  if (how == FirstRun::kAuto)
    if (const auto run = workspace.interrupted_run()) request.force = !run->can_resume();
  const auto begin = base::system_clock().now();
  request.on_wait = [&](const LockHolder&) {
    set_waiting(true);
    look_at_external_run();
  };
  request.on_progress = [&](const IndexProgress& progress) {
    set_waiting(false);
    const auto coverage = workspace.coverage().share();
    feed_.edit([&](IndexingSnapshot& now) {
      now.progress = progress;
      now.coverage = coverage;
      estimate(now, begin);
    });
    feed_.tell();
  };
  finish_run(workspace.index(request, std::move(stop)));
}

void HostedProject::finish_run(const Result<IndexReport>& report) {
  const bool is_cancelled = report && report->status == IndexStatus::kCancelled;
  if (report) metrics_->add_run(*report);
  {
    // A listener that sees the end of this run can start another.
    const std::lock_guard lock(mutex_);
    is_running_ = is_waiting_ = false;
    feed_.edit([&](IndexingSnapshot& now) {
      now.state = report ? IndexingState::kIdle : IndexingState::kError;
      now.estimated_completion.clear();
      now.files_per_second = 0;
      now.last_finished_at = base::iso8601(base::system_clock().now());
      if (!report) {
        now.last_error = report.error();
        return;
      }
      now.last = std::make_shared<const IndexReport>(*report);
      if (!is_cancelled) now.coverage = 1;
    });
    if (report && !is_cancelled) begin_watch();
  }
  feed_.tell();
}

/// Requires mutex_.
void HostedProject::begin_watch() {
  if (!wants_watch_ || is_stopped_ || watch_.joinable()) return;
  watch_ = base::begin_thread([this](std::stop_token stop) { run_watch(std::move(stop)); });
}

void HostedProject::run_watch(std::stop_token stop) {
  WatchRequest request;
  request.on_batch = [this](const WatchBatch& batch) { note_batch(batch.report); };
  request.on_problem = [this](const Error& problem) { note_problem(problem); };
  if (auto done = workspace_->watch(request, std::move(stop)); !done) note_problem(done.error());
}

void HostedProject::note_batch(const IndexReport& report) {
  metrics_->add_run(report);
  feed_.edit([&](IndexingSnapshot& now) {
    now.coverage = 1;
    now.last_error.reset();
    if (now.state == IndexingState::kError) now.state = IndexingState::kIdle;
    if (now.last && report.status == IndexStatus::kSkipped) return;
    now.last = std::make_shared<const IndexReport>(report);
    now.last_finished_at = base::iso8601(base::system_clock().now());
  });
  feed_.tell();
}

/// Full scans instead of file events keep the index just as current; they are not an error.
void HostedProject::note_problem(const Error& problem) {
  if (problem.code == error_code::kWatchLimit) return;
  feed_.edit([&](IndexingSnapshot& now) {
    if (now.state != IndexingState::kIndexing) now.state = IndexingState::kError;
    now.last_error = problem;
  });
  feed_.tell();
}

void HostedProject::stop() {
  std::jthread run, watch, follow;
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    run = std::move(run_);
    watch = std::move(watch_);
    follow = std::move(follow_);
  }
  for (auto* thread : {&run, &watch, &follow}) thread->request_stop();
}

}  // namespace codeweaver::service
