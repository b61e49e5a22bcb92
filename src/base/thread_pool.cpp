// Worker threads that deliver their results in order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/thread_pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace codeweaver::base {
namespace {

using Work = std::function<void(std::size_t item, std::size_t worker)>;
using Consume = std::function<void(std::size_t item)>;

/// The exception that a call throws; null: none.
template <class Call>
std::exception_ptr thrown_by(const Call& call) {
  try {
    call();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// State shared by workers and consumer. Items [consumed_, next_) are in flight; slot i % window
/// says whether item i is done.
class Pipeline {
 public:
  Pipeline(std::size_t count, Window window, std::stop_token stop)
      : count_(count), window_(std::move(window)), stop_(std::move(stop)), done_(window_.items) {}

  void run_worker(const Work& work, std::size_t worker) {
    std::unique_lock lock(mutex_);
    while (true) {
      const bool ready =
          may_start_.wait(lock, stop_, [&] { return error_ || next_ == count_ || has_room(); });
      if (!ready || stop_.stop_requested() || error_ || next_ == count_) return;
      const std::size_t item = next_++;
      bytes_ += bytes_of(item);
      if (next_ == count_) may_start_.notify_all();  // no item is left to wait for
      lock.unlock();
      const auto error = thrown_by([&] { work(item, worker); });
      lock.lock();
      if (error) {
        fail(error);
        return;
      }
      done_[item % window_.items] = true;
      if (item == consumed_) is_done_.notify_one();
    }
  }

  /// Consumes until the end, a stop or an error; never throws.
  void run_consumer(const Consume& consume) {
    std::unique_lock lock(mutex_);
    while (consumed_ < count_) {
      const bool ready =
          is_done_.wait(lock, stop_, [&] { return error_ || done_[consumed_ % window_.items]; });
      if (!ready || stop_.stop_requested() || error_) return;
      lock.unlock();
      const auto error = thrown_by([&] { consume(consumed_); });  // only this thread writes
                                                                  // consumed_
      lock.lock();
      if (error) {
        fail(error);
        return;
      }
      done_[consumed_ % window_.items] = false;
      bytes_ -= bytes_of(consumed_);
      ++consumed_;
      if (window_.bytes_of)
        may_start_.notify_all();  // one large item may free space for many
      else
        may_start_.notify_one();
    }
  }

  /// Call it after all threads have ended.
  std::size_t finish() {
    if (error_) std::rethrow_exception(error_);
    return consumed_;
  }

 private:
  std::uint64_t bytes_of(std::size_t item) const {
    return window_.bytes_of ? std::min(window_.bytes_of(item), window_.bytes) : 0;
  }
  bool has_room() const {
    return next_ < consumed_ + window_.items &&
           (next_ == consumed_ || bytes_ + bytes_of(next_) <= window_.bytes);
  }
  void fail(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
    may_start_.notify_all();
    is_done_.notify_all();
  }

  const std::size_t count_;
  const Window window_;
  const std::stop_token stop_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable_any may_start_;
  std::condition_variable_any is_done_;
  std::vector<bool> done_;
  std::size_t next_ = 0;
  std::size_t consumed_ = 0;
  std::uint64_t bytes_ = 0;  // in flight
  std::exception_ptr error_;
};

/// Does all work on the calling thread, if the system allows no other.
std::size_t run_alone(std::size_t count, const Work& work, const Consume& consume,
                      const std::stop_token& stop) {
  for (std::size_t item = 0; item < count; ++item) {
    if (stop.stop_requested()) return item;
    work(item, 0);
    if (stop.stop_requested()) return item;
    consume(item);
  }
  return count;
}

}  // namespace

std::size_t ordered_parallel(std::size_t count, std::size_t workers, const Window& window,
                             const Work& work, const Consume& consume, std::stop_token stop) {
  if (count == 0) return 0;
  if (workers == 0) workers = std::max(1U, std::thread::hardware_concurrency());
  Window clamped = window;
  clamped.items = std::clamp<std::size_t>(window.items, 1, count);
  workers = std::min(workers, clamped.items);
  Pipeline pipeline(count, std::move(clamped), stop);
  {
    std::vector<std::jthread> threads;
    threads.reserve(workers);
    try {
      for (std::size_t worker = 0; worker < workers; ++worker)
        threads.emplace_back([&, worker] { pipeline.run_worker(work, worker); });
    } catch (const std::system_error&) {
      // The system allows fewer threads; the work only takes longer.
      if (threads.empty()) return run_alone(count, work, consume, stop);
    }
    pipeline.run_consumer(consume);
  }
  return pipeline.finish();
}

}  // namespace codeweaver::base
