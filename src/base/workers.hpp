// Workers: threads for what must not hold up the thread that it comes to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace codeweaver::base {

/// Runs jobs, which must not throw, in the order they came. Threads start as they are needed, up
/// to `threads`, and sleep while there is nothing to do; where the system allows fewer, those do
/// the work.
/// Thread safety: all members may be called concurrently, also by the jobs.
class Workers {
 public:
  explicit Workers(std::size_t threads, std::size_t max_queued = SIZE_MAX);
  ~Workers();  ///< as close()
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Takes a job and names it. Nothing: all threads are busy and max_queued jobs wait, the system
  /// allows no thread at all, or close() was called.
  std::optional<std::uint64_t> submit(std::function<void()> job);
  /// Takes a job however many wait; where the system allows no thread at all, the calling one does
  /// it. No effect after close().
  void run(std::function<void()> job);
  /// Drops a job that waits until a thread is done with another. False: it has begun, or an idle
  /// thread is about to take it.
  bool withdraw(std::uint64_t job);
  /// Waits until no job runs or waits, at most that long. False: some still do.
  bool wait_until_idle(std::chrono::milliseconds limit);
  /// Drops the jobs that wait and returns when those that run are done, but for one that calls it.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the threads
};

}  // namespace codeweaver::base
