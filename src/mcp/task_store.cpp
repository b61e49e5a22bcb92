// TaskStore: the tasks of a server, and the threads that run them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/task_store.hpp"

#include <algorithm>

#include "mcp/connection_state.hpp"

namespace codeweaver::mcp {

std::shared_ptr<Task> TaskStore::create(TaskOrigin origin, std::shared_ptr<const Step> step,
                                        std::chrono::milliseconds ttl) {
  auto task = std::make_shared<Task>(std::move(origin), std::move(step), std::min(ttl, limits_.ttl),
                                     limits_.poll_interval, workers_, hub_);
  {
    std::lock_guard lock(mutex_);
    if (tasks_.size() >= limits_.tasks) forget_expired();
    if (tasks_.size() >= limits_.tasks) return nullptr;
    tasks_.emplace(task->id, Numbered{++last_number_, task});
  }
  task->start();
  return task;
}

std::shared_ptr<Task> TaskStore::find(const std::string& id) const {
  std::lock_guard lock(mutex_);
  forget_expired();
  const auto found = tasks_.find(id);
  return found == tasks_.end() ? nullptr : found->second.task;
}

std::vector<TaskStore::Numbered> TaskStore::owned_by(const ConnectionState* owner,
                                                     std::uint64_t after) const {
  std::vector<Numbered> out;
  std::lock_guard lock(mutex_);
  forget_expired();
  for (const auto& [id, entry] : tasks_)
    if (entry.number > after && entry.task->origin.owner.lock().get() == owner)
      out.push_back(entry);
  std::sort(out.begin(), out.end(),
            [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
  return out;
}

void TaskStore::forget_expired() const {
  std::erase_if(tasks_, [](const auto& entry) { return entry.second.task->is_expired(); });
}

void TaskStore::close() {
  std::map<std::string, Numbered> tasks;
  {
    std::lock_guard lock(mutex_);
    tasks = tasks_;
  }
  for (const auto& [id, entry] : tasks) entry.task->cancel();
  workers_->close();
}

}  // namespace codeweaver::mcp
