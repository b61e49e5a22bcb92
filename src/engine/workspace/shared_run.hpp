// SharedRun: one run of a task for all who wait for one that began after they came.
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

/// However many threads ask at once, two runs answer them all: the one that was under way, which
/// may have missed what the askers saw before, and the next. Thread safety: run() is concurrent.
template <class T>
class SharedRun {
 public:
  /// The result of a run of some caller's `task` that began after this call did. A cancelled run
  /// answers its own caller alone. Errors: also kCancelled, when a stop ends the waiting.
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
  /// Lets nobody wait for ever when the task throws, as it may for want of memory.
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

  std::mutex mutex_;  // guards all below
  std::condition_variable_any changed_;
  bool is_running_ = false;
  std::uint64_t begun_ = 0, answered_ = 0;  // numbers of runs
  std::optional<Result<T>> answer_;
};

}  // namespace codeweaver::engine
