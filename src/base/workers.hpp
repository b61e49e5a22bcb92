// Workers: background threads for work that must not delay its caller.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace codeweaver::base {

/// Runs jobs in the order of submission; jobs must not throw. Threads start when needed, up to
/// `threads`, and sleep while idle. If the system allows fewer threads, those do the work. Thread
/// safety: all members may be called concurrently, also by jobs.
class Workers {
 public:
  explicit Workers(std::size_t threads, std::size_t max_queued = SIZE_MAX);
  ~Workers();  ///< calls close()
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Queues a job and returns its id. nullopt: all threads are busy and max_queued jobs wait, the
  /// system allows no thread at all, or close() was called.
  std::optional<std::uint64_t> submit(std::function<void()> job);
  /// Queues a job regardless of max_queued. If the system allows no thread at all, runs it in the
  /// calling thread. No effect after close().
  void run(std::function<void()> job);
  /// Removes a job that waits for a busy thread. False: it has started, or an idle thread is about
  /// to take it.
  bool withdraw(std::uint64_t job);
  /// Waits up to `limit` until no job runs or waits. False: some still do.
  bool wait_until_idle(std::chrono::milliseconds limit);
  /// Drops the waiting jobs and returns when the running ones are done; a job that calls it does
  /// not wait for itself.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the threads
};

}  // namespace codeweaver::base
