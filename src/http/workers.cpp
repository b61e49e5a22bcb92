// The threads below the handlers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/workers.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace codeweaver::http {

std::optional<std::uint64_t> Workers::submit(std::function<void()> job) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return std::nullopt;
    if (idle_ <= jobs_.size() && threads_.size() < max_threads_) start_thread();
    // Jobs that an idle thread is about to take do not wait.
    if (threads_.empty() || jobs_.size() >= max_queued_ + idle_) return std::nullopt;
    number = ++last_job_;
    jobs_.push_back({number, std::move(job)});
  }
  work_there_.notify_one();
  return number;
}

bool Workers::withdraw(std::uint64_t job) {
  std::function<void()> dropped;  // destroyed unlocked: that may call anything
  const std::lock_guard lock(mutex_);
  const auto found = std::lower_bound(
      jobs_.begin(), jobs_.end(), job,
      [](const Job& waiting, std::uint64_t number) { return waiting.number < number; });
  if (found == jobs_.end() || found->number != job) return false;
  if (static_cast<std::size_t>(found - jobs_.begin()) < idle_) return false;
  dropped = std::move(found->run);
  jobs_.erase(found);
  return true;
}

void Workers::start_thread() {
  try {
    threads_.emplace_back([this] { work(); });
    ++idle_;
  } catch (const std::system_error&) {
    return;  // as many as the system allows: those that run do the work
  }
}

void Workers::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_there_.wait(lock, [&] { return stopped_ || !jobs_.empty(); });
    --idle_;
    if (stopped_) return;
    {
      const std::function<void()> job = std::move(jobs_.front().run);
      jobs_.pop_front();
      lock.unlock();
      job();
    }
    lock.lock();
    ++idle_;
  }
}

void Workers::stop() {
  std::deque<Job> dropped;
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
