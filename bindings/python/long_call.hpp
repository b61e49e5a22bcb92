// LongCall: runs library work on a separate thread, so that Python stays responsive.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "codeweaver/result.hpp"
#include "errors.hpp"

namespace codeweaver::python {

/// One call of the library without the GIL. The calling thread waits and handles signals: Ctrl-C
/// stops the work, and KeyboardInterrupt is raised when the work has ended. Plug-ins written in
/// Python run on the worker threads, where signal handlers cannot interrupt them.
class LongCall {
 public:
  /// Schedules `notice` to run on the calling thread, with the GIL. An exception of `notice` stops
  /// the work. Called by the work. Notices run in order, and before run() returns.
  void post(std::function<void()> notice);

  /// Sets a condition that is checked on the calling thread, with the GIL, about 20 times a second.
  /// When it returns true, the work is stopped without an exception.
  void stop_when(std::function<bool()> is_enough) { is_enough_ = std::move(is_enough); }

  /// Returns when `work` has ended. Needs the GIL. Rethrows the first exception of a notice, a
  /// signal handler or the work.
  void run(const std::function<void(std::stop_token)>& work);

 private:
  /// The next notices; empty after 50 ms without one; nullopt: the work has ended, no notices are
  /// left.
  std::optional<std::deque<std::function<void()>>> wait();

  std::function<bool()> is_enough_;
  std::mutex mutex_;  // guards notices_ and is_done_
  std::condition_variable changed_;
  std::deque<std::function<void()>> notices_;
  bool is_done_ = false;
};

/// Returns the value of `work(stop)`, a Result, or raises its error.
template <class Work>
auto run_long(Work&& work) {
  std::optional<decltype(work(std::stop_token()))> result;
  LongCall().run([&](std::stop_token stop) { result.emplace(work(std::move(stop))); });
  return unwrap(std::move(*result));
}

}  // namespace codeweaver::python
