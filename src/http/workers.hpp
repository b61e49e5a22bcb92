// Workers: threads that run handlers, with a bounded queue.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace codeweaver::http {

/// Threads start as they are needed, up to `threads`; idle ones sleep.
/// Thread safety: submit() may be called concurrently.
class Workers {
 public:
  Workers(std::size_t threads, std::size_t max_queued)
      : max_threads_(threads), max_queued_(max_queued) {}
  ~Workers() { stop(); }

  /// Runs `job`, which must not throw, on one of the threads. False: all are busy and max_queued
  /// jobs wait.
  bool submit(std::function<void()> job);
  /// Drops the jobs that wait and returns when those that run are done.
  void stop();

 private:
  bool start_thread();
  void work();

  const std::size_t max_threads_;
  const std::size_t max_queued_;
  std::mutex mutex_;
  std::condition_variable work_there_;
  // Guarded by mutex_:
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool stopped_ = false;
};

}  // namespace codeweaver::http
