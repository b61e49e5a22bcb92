// AlarmClock: a thread that waits for the next alarm.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/alarm_clock.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/begin_thread.hpp"
#include "base/workers.hpp"

namespace codeweaver::mcp {

struct AlarmClock::Alarms {
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::size_t kMostWorkers = 8;

  base::Workers workers{kMostWorkers};
  std::mutex mutex;
  std::condition_variable changed;
  std::multimap<Time, std::function<void()>> waiting;  // guarded by mutex, like all below
  bool has_ended = false;
  std::jthread thread;

  void run() {
    std::unique_lock lock(mutex);
    while (!has_ended) {
      if (waiting.empty()) {
        changed.wait(lock);
        continue;
      }
      const auto next = waiting.begin()->first;
      if (std::chrono::steady_clock::now() < next) {
        changed.wait_until(lock, next);
        continue;
      }
      auto act = std::move(waiting.extract(waiting.begin()).mapped());
      lock.unlock();
      workers.run(std::move(act));
      lock.lock();
    }
  }
};

AlarmClock::AlarmClock() : alarms_(std::make_shared<Alarms>()) {}

AlarmClock::~AlarmClock() {
  std::multimap<Alarms::Time, std::function<void()>> dropped;  // destroyed without the lock
  {
    const std::lock_guard lock(alarms_->mutex);
    alarms_->has_ended = true;
    dropped.swap(alarms_->waiting);
  }
  alarms_->changed.notify_all();
  auto& thread = alarms_->thread;
  if (thread.get_id() == std::this_thread::get_id()) thread.detach();
  if (thread.joinable()) thread.join();
  alarms_->workers.close();
}

void AlarmClock::ring_after(std::chrono::milliseconds time, std::function<void()> act) {
  {
    const std::lock_guard lock(alarms_->mutex);
    if (!alarms_->thread.joinable())
      alarms_->thread = base::begin_thread([alarms = alarms_] { alarms->run(); });
    if (alarms_->thread.joinable()) {
      alarms_->waiting.emplace(std::chrono::steady_clock::now() + time, std::move(act));
      alarms_->changed.notify_all();
      return;
    }
  }
  act();
}

}  // namespace codeweaver::mcp
