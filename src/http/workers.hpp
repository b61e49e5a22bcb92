// Workers: threads that run handlers, with a bounded queue.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace codeweaver::http {

/// Threads start as they are needed, up to `threads`; idle ones sleep.
/// Thread safety: submit() and withdraw() may be called concurrently.
class Workers {
 public:
  Workers(std::size_t threads, std::size_t max_queued)
      : max_threads_(threads), max_queued_(max_queued) {}
  ~Workers() { stop(); }

  /// Runs `job`, which must not throw, on one of the threads, and names it. Nothing: all are busy
  /// and max_queued jobs wait.
  std::optional<std::uint64_t> submit(std::function<void()> job);
  /// Drops a job that waits until a thread is done with another. False: it has begun, or an idle
  /// thread is about to take it.
  bool withdraw(std::uint64_t job);
  /// Drops the jobs that wait and returns when those that run are done.
  void stop();

 private:
  struct Job {
    std::uint64_t number;
    std::function<void()> run;
  };
  void start_thread();
  void work();

  const std::size_t max_threads_;
  const std::size_t max_queued_;
  std::mutex mutex_;
  std::condition_variable work_there_;
  // Guarded by mutex_:
  std::deque<Job> jobs_;  ///< by number
  std::uint64_t last_job_ = 0;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;  ///< threads that take the next jobs; those that just start, too
  bool stopped_ = false;
};

}  // namespace codeweaver::http
