// WatchLoop: runs for batches of changes, and retries after failures.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/watch_loop.hpp"

#include <algorithm>
#include <utility>

#include "codeweaver/error_codes.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::chrono::milliseconds kFirstPause{250};
constexpr std::chrono::milliseconds kLongestPause{60'000};

std::vector<std::string> failed_paths(const IndexReport& report) {
  std::vector<std::string> paths;
  for (const auto& failure : report.failures) paths.push_back(failure.path);
  return paths;
}

}  // namespace

Result<void> WatchLoop::watch(std::stop_token stop) {
  for (bool is_due = true; !stop.stop_requested();) {
    if (is_due)
      if (auto done = index(stop); !done) return done;
    if (const auto& limit = tree_.problem(); limit != reported_limit_) {
      reported_limit_ = limit;
      if (limit && request_.on_problem) request_.on_problem(*limit);
    }
    const auto batch = tree_.next(stop, pause_);
    if (!batch && batch.error().category != ErrorCategory::kCancelled) return batch.error();
    is_due = batch && (!batch->is_empty() || pause_);
  }
  return {};
}

/// Errors: only those that end the watch.
Result<void> WatchLoop::index(const std::stop_token& stop) {
  has_succeeded_ = false;
  const auto batch = run_(stop);
  if (batch) {
    has_succeeded_ = batch->report.status != IndexStatus::kCancelled;
    pause_.reset();
    reported_problem_.reset();
    if (has_succeeded_) tell(*batch);
    return {};
  }
  const Error& error = batch.error();
  if (error.code == error_code::kPathNotFound) return error;
  tell(error);
  pause_ = pause_ ? std::min(*pause_ * 2, kLongestPause) : kFirstPause;
  return {};
}

void WatchLoop::tell(const WatchBatch& batch) {
  const auto& report = batch.report;
  auto failed = failed_paths(report);
  const bool is_news = !std::exchange(has_reported_batch_, true) || report.files_indexed > 0 ||
                       report.files_removed > 0 || failed != failed_;
  failed_ = std::move(failed);
  if (is_news && request_.on_batch) request_.on_batch(batch);
}

void WatchLoop::tell(const Error& problem) {
  if (problem == reported_problem_) return;
  reported_problem_ = problem;
  if (request_.on_problem) request_.on_problem(problem);
}

}  // namespace codeweaver::engine
