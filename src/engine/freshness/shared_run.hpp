// SharedRun: one run of a task serves all callers that were waiting when it began.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// Two runs answer any number of concurrent callers: the active one, which may have missed changes
/// that the callers saw, and the next. Thread safety: run() may be called concurrently.
template <class T>
class SharedRun {
 public:
  /// Returns the result of a run that began after this call; the run may use the `task` of another
  /// caller. The result of a cancelled run only goes to its own caller. Errors: also kCancelled if
  /// a stop ends the wait.
  Result<T> run(const std::function<Result<T>()>& task, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const std::uint64_t needed = begun_ + 1;
    if (!changed_.wait(lock, stop, [&] { return !is_running_ || answered_ >= needed; }))
      return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                   "The wait for the same work in another thread was stopped",
                   "waiting for another thread", "Try again."};
    if (answered_ >= needed) return *answer_;
    is_running_ = true;
    const std::uint64_t mine = ++begun_;
    lock.unlock();
    auto result = guarded(task);
    lock.lock();
    is_running_ = false;
    if (result || result.error().category != ErrorCategory::kCancelled) {
      answered_ = mine;
      answer_ = result;
    }
    changed_.notify_all();
    return result;
  }

 private:
  /// Wakes the waiting callers if the task throws, for example because memory is exhausted.
  Result<T> guarded(const std::function<Result<T>()>& task) {
    try {
      return task();
    } catch (...) {
      std::lock_guard lock(mutex_);
      is_running_ = false;
      changed_.notify_all();
      throw;
    }
  }

  std::mutex mutex_;  // guards the members below
  std::condition_variable_any changed_;
  bool is_running_ = false;
  std::uint64_t begun_ = 0, answered_ = 0;  // run numbers
  std::optional<Result<T>> answer_;
};

}  // namespace codeweaver::engine
