// MergeWorker: waits, works, ends.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/merge_worker.hpp"

#include <utility>

#include "base/begin_thread.hpp"
#include "base/os/machine.hpp"

namespace codeweaver::engine {

MergeWorker::~MergeWorker() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  if (!thread_.joinable()) return;
  if (!is_owed_()) thread_.request_stop();
  thread_.join();
}

void MergeWorker::notify() {
  {
    const std::lock_guard lock(mutex_);
    is_due_ = true;
    if (!thread_.joinable())  // without a thread, the next run merges
      thread_ = base::begin_thread([this](std::stop_token stop) { run(stop); });
  }
  changed_.notify_all();
}

void MergeWorker::run(const std::stop_token& stop) {
  os::lower_thread_priority();
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [&] { return is_due_ || is_ending_; });
      if (stop.stop_requested() || !std::exchange(is_due_, false)) return;
    }
    work_(stop);
  }
}

}  // namespace codeweaver::engine
