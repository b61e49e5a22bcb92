// A queue of jobs, and the threads that run them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/workers.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/begin_thread.hpp"

namespace codeweaver::base {

struct Workers::State {
  struct Job {
    std::uint64_t number;
    std::function<void()> run;
  };

  State(std::size_t most_threads, std::size_t most_queued)
      : max_threads(std::max<std::size_t>(most_threads, 1)), max_queued(most_queued) {}

  const std::size_t max_threads;
  const std::size_t max_queued;
  std::mutex mutex;  // guards the members below
  std::condition_variable work_there;
  std::condition_variable all_done;
  std::deque<Job> jobs;  // by number
  std::uint64_t last_job = 0;
  std::vector<std::jthread> threads;
  std::size_t idle = 0;  // threads ready to take a job, including those that are starting
  bool is_closed = false;

  /// Starts a thread if the next job needs one. False: no thread is running, and the system allows
  /// none.
  bool has_thread(const std::shared_ptr<State>& self) {
    if (idle > jobs.size() || threads.size() >= max_threads) return true;
    auto thread = begin_thread([self] { self->work(); });
    if (!thread.joinable()) return !threads.empty();
    threads.push_back(std::move(thread));
    ++idle;
    return true;
  }

  bool is_idle() const { return jobs.empty() && idle == threads.size(); }

  /// Jobs that an idle thread is about to take do not count as waiting.
  bool is_full() const { return jobs.size() >= idle && jobs.size() - idle >= max_queued; }

  std::uint64_t add(std::function<void()> job) {
    jobs.push_back({last_job + 1, std::move(job)});
    work_there.notify_one();
    return ++last_job;
  }

  void work() {
    std::unique_lock lock(mutex);
    for (;;) {
      work_there.wait(lock, [this] { return is_closed || !jobs.empty(); });
      --idle;
      if (is_closed) return;
      {
        const std::function<void()> job = std::move(jobs.front().run);
        jobs.pop_front();
        lock.unlock();
        job();
      }  // destroys the job while unlocked
      lock.lock();
      ++idle;
      if (is_idle()) all_done.notify_all();
    }
  }
};

Workers::Workers(std::size_t threads, std::size_t max_queued)
    : state_(std::make_shared<State>(threads, max_queued)) {
  state_->threads.reserve(state_->max_threads);
}

Workers::~Workers() {
  close();
}

std::optional<std::uint64_t> Workers::submit(std::function<void()> job) {
  const std::lock_guard lock(state_->mutex);
  if (state_->is_closed || !state_->has_thread(state_) || state_->is_full()) return std::nullopt;
  return state_->add(std::move(job));
}

void Workers::run(std::function<void()> job) {
  const auto state = state_;  // the job may destroy this pool
  {
    const std::lock_guard lock(state->mutex);
    if (state->is_closed) return;
    if (state->has_thread(state)) {
      state->add(std::move(job));
      return;
    }
  }
  job();
}

bool Workers::withdraw(std::uint64_t job) {
  std::function<void()> dropped;  // destroyed after unlocking, because its destructor may call
                                  // anything
  const std::lock_guard lock(state_->mutex);
  auto& jobs = state_->jobs;
  const auto found = std::lower_bound(
      jobs.begin(), jobs.end(), job,
      [](const State::Job& waiting, std::uint64_t number) { return waiting.number < number; });
  if (found == jobs.end() || found->number != job) return false;
  if (static_cast<std::size_t>(found - jobs.begin()) < state_->idle) return false;
  dropped = std::move(found->run);
  jobs.erase(found);
  return true;
}

bool Workers::wait_until_idle(std::chrono::milliseconds limit) {
  std::unique_lock lock(state_->mutex);
  return state_->all_done.wait_for(lock, limit, [this] { return state_->is_idle(); });
}

void Workers::close() {
  const auto state = state_;
  std::deque<State::Job> dropped;
  std::vector<std::jthread> threads;
  {
    const std::lock_guard lock(state->mutex);
    state->is_closed = true;
    dropped.swap(state->jobs);
    threads.swap(state->threads);
  }
  state->work_there.notify_all();
  for (auto& thread : threads)
    if (thread.get_id() == std::this_thread::get_id())
      thread.detach();  // closed by its own job: the thread ends when the job returns
    else
      thread.join();
}

}  // namespace codeweaver::base
