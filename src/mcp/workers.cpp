// Workers: threads for what must not hold up the reader of a connection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/workers.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace codeweaver::mcp {

struct Workers::State {
  explicit State(std::size_t most) : limit(std::max<std::size_t>(most, 1)) {}

  const std::size_t limit;
  std::mutex mutex;  // guards the members below
  std::condition_variable wake;
  std::deque<std::function<void()>> queue;
  std::vector<std::thread> threads;
  std::size_t idle = 0;
  bool is_closed = false;

  void work() {
    std::unique_lock lock(mutex);
    for (;;) {
      ++idle;
      wake.wait(lock, [this] { return is_closed || !queue.empty(); });
      --idle;
      if (queue.empty()) return;
      auto next = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      next();
      next = nullptr;  // what it holds may end here, unlocked
      lock.lock();
    }
  }
};

Workers::Workers(std::size_t limit) : state_(std::make_shared<State>(limit)) {}

Workers::~Workers() {
  close();
}

void Workers::run(std::function<void()> work) {
  const auto state = state_;
  std::unique_lock lock(state->mutex);
  if (state->is_closed) return;
  state->queue.push_back(std::move(work));
  if (state->idle >= state->queue.size() || state->threads.size() >= state->limit) {
    state->wake.notify_one();
    return;
  }
  try {
    state->threads.emplace_back([state] { state->work(); });
  } catch (const std::system_error&) {
    if (!state->threads.empty()) return;  // as many as the system allows: those do the work
    const auto alone = std::move(state->queue.back());
    state->queue.pop_back();
    lock.unlock();
    alone();
  }
}

void Workers::close() {
  std::deque<std::function<void()>> dropped;
  std::vector<std::thread> threads;
  {
    std::lock_guard lock(state_->mutex);
    state_->is_closed = true;
    dropped.swap(state_->queue);
    threads.swap(state_->threads);
  }
  state_->wake.notify_all();
  for (auto& thread : threads)
    if (thread.get_id() == std::this_thread::get_id())
      thread.detach();  // closed by its own work: it ends when that returns
    else
      thread.join();
}

}  // namespace codeweaver::mcp
