// Waits in the kernel until the index lock is free.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/index_lock.hpp"

#include <chrono>
#include <utility>

#include "codeweaver/error_codes.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {
namespace {

constexpr auto kMoment = std::chrono::milliseconds(250);  // a run of few files takes less
constexpr auto kMergePatience = std::chrono::seconds(5);  // commits of merges take milliseconds

/// Returns after the lock was free. Errors: kCancelled, kIo.
Result<void> wait_for_lock(const StatePaths& paths, const IndexRequest& request,
                           const std::stop_token& stop) {
  auto lock = base::FileLock::acquire_within(paths.lock(), kMoment, stop);
  if (lock) return {};
  if (lock.error().code != error_code::kIndexLocked) return lock.error();
  auto [process, since] = base::FileLock::read_note(paths.lock());
  if (request.on_wait) request.on_wait({std::move(process), std::move(since)});
  lock = base::FileLock::wait(paths.lock(), stop);
  return lock ? Result<void>() : lock.error();
}

}  // namespace

Result<base::FileLock> acquire_index_lock(const StatePaths& paths, const std::stop_token& stop) {
  auto lock = base::FileLock::acquire(paths.lock());
  if (lock || !base::FileLock::is_held(paths.segments() / store::kMergeLock)) return lock;
  return base::FileLock::acquire_within(paths.lock(), kMergePatience, stop);
}

Result<IndexReport> retry_while_locked(const StatePaths& paths, const IndexRequest& request,
                                       const std::function<Result<IndexReport>()>& run,
                                       const std::stop_token& stop) {
  for (;;) {
    auto report = run();
    if (report || !request.wait_for_others || report.error().code != error_code::kIndexLocked)
      return report;
    const auto waited = wait_for_lock(paths, request, stop);
    if (waited) continue;
    if (waited.error().category != ErrorCategory::kCancelled) return waited.error();
    IndexReport cancelled;
    cancelled.status = IndexStatus::kCancelled;
    return cancelled;
  }
}

}  // namespace codeweaver::engine
