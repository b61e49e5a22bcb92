// TaskStore: the tasks of a server, and the threads that run them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/workers.hpp"
#include "mcp/hub.hpp"
#include "mcp/task.hpp"

namespace codeweaver::mcp {

struct TaskLimits {
  std::size_t tasks;
  std::size_t workers;
  std::chrono::milliseconds ttl;
  std::chrono::milliseconds poll_interval;
};

/// Removes expired tasks at its next use. Thread safety: all members may be called concurrently.
class TaskStore {
 public:
  TaskStore(TaskLimits limits, std::shared_ptr<Hub> hub)
      : limits_(limits),
        hub_(std::move(hub)),
        workers_(std::make_shared<base::Workers>(limits.workers)) {}
  ~TaskStore() { close(); }

  /// Records that the server has tools that may become tasks.
  void offer() noexcept { is_offered_ = true; }
  bool is_offered() const noexcept { return is_offered_; }

  /// Starts a task that is kept for at most `ttl`. Null: there are too many tasks.
  std::shared_ptr<Task> create(TaskOrigin origin, std::shared_ptr<const Step> step,
                               std::chrono::milliseconds ttl);
  std::chrono::milliseconds longest_ttl() const noexcept { return limits_.ttl; }
  std::shared_ptr<Task> find(const std::string& id) const;

  struct Numbered {
    std::uint64_t number;
    std::shared_ptr<Task> task;
  };
  /// Tasks of that connection with a number above `after`, oldest first.
  std::vector<Numbered> owned_by(const ConnectionState* owner, std::uint64_t after) const;

  /// Cancels all tasks and waits for running ones.
  void close();

 private:
  void forget_expired() const;  // with mutex_ held

  const TaskLimits limits_;
  const std::shared_ptr<Hub> hub_;
  const std::shared_ptr<base::Workers> workers_;
  std::atomic<bool> is_offered_ = false;
  mutable std::mutex mutex_;  // guards the members below
  mutable std::map<std::string, Numbered> tasks_;
  std::uint64_t last_number_ = 0;
};

}  // namespace codeweaver::mcp
