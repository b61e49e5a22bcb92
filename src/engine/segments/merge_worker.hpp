// MergeWorker: merges segments on a separate thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace codeweaver::engine {

/// Runs work at low priority after each notification. The first notification starts the thread.
/// Thread safety: notify() may be called from any thread.
class MergeWorker {
 public:
  /// \param work Called on the worker's thread, one call at a time.
  /// \param is_owed Called on destruction; true: the work must be done first.
  MergeWorker(std::function<void(std::stop_token)> work, std::function<bool()> is_owed)
      : work_(std::move(work)), is_owed_(std::move(is_owed)) {}
  /// Stops the work, or waits for it if it must be done.
  ~MergeWorker();

  void notify();

 private:
  void run(const std::stop_token& stop);

  std::function<void(std::stop_token)> work_;
  std::function<bool()> is_owed_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool is_due_ = false, is_ending_ = false;  // guarded by mutex_
  std::jthread thread_;                      // guarded by mutex_ until it ends
};

}  // namespace codeweaver::engine
