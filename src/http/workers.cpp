// The threads below the handlers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/workers.hpp"

#include <system_error>
#include <utility>

namespace codeweaver::http {

bool Workers::submit(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
    const bool needs_thread = idle_ <= jobs_.size() && threads_.size() < max_threads_;
    // Jobs that an idle or a new thread is about to take do not wait.
    const std::size_t taken_soon = idle_ + (needs_thread ? 1 : 0);
    if (jobs_.size() >= max_queued_ + taken_soon) return false;
    if (needs_thread && !start_thread() && threads_.empty()) return false;
    jobs_.push_back(std::move(job));
  }
  work_there_.notify_one();
  return true;
}

bool Workers::start_thread() {
  try {
    threads_.emplace_back([this] { work(); });
    return true;
  } catch (const std::system_error&) {
    return false;  // as many as the system allows: those that run do the work
  }
}

void Workers::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    work_there_.wait(lock, [&] { return stopped_ || !jobs_.empty(); });
    --idle_;
    if (stopped_) return;
    {
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
    lock.lock();
  }
}

void Workers::stop() {
  std::deque<std::function<void()>> dropped;
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    dropped.swap(jobs_);
    threads.swap(threads_);
  }
  work_there_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace codeweaver::http
